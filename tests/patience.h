// SPDX-License-Identifier: GPL-3.0-or-later
// How long tests wait for what they expect. Qt's five seconds are too few on a machine that does
// other work as well; who gets what he waits for does not wait longer.
#pragma once

#include <QtTest>

inline constexpr int kPatienceMs = 30'000;

#undef QTRY_VERIFY
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT((expression), kPatienceMs)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expression, message) \
  QTRY_VERIFY2_WITH_TIMEOUT((expression), message, kPatienceMs)
#undef QTRY_COMPARE
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT((actual), expected, kPatienceMs)
