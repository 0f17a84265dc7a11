// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/words/format.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <cmath>

namespace nereid::widgets {

namespace {

constexpr QChar kMinus(u'\u2212');

QString tr(const char* text) {
  return QCoreApplication::translate("Format", text);
}

QString withMinus(QString text) {
  if (text.startsWith(QLatin1Char('-'))) {
    text[0] = kMinus;
  }
  return text;
}

QString nonFinite(double value) {
  if (std::isnan(value)) {
    return QStringLiteral("NaN");
  }
  return value > 0 ? QStringLiteral("\u221E") : QStringLiteral("\u2212\u221E");
}

}  // namespace

QString missing() {
  return QStringLiteral("\u2013");
}

QString orMissing(double value, const QString& text) {
  return std::isnan(value) ? missing() : text;
}

QString formatDuration(double ms) {
  if (!std::isfinite(ms)) {
    return missing();
  }
  if (ms < 0.95) {
    return ms <= 0 ? tr("0 ms") : tr("%1 ms").arg(formatFixed(ms, 1));
  }
  if (ms < 999.5) {
    return tr("%1 ms").arg(formatFixed(ms, 0));
  }
  if (ms < 59950) {
    return tr("%1 s").arg(formatFixed(ms / 1000, 1));
  }
  const auto seconds = static_cast<qint64>(std::llround(ms / 1000));
  const QString tail = QStringLiteral("%1").arg(seconds % 60, 2, 10, QLatin1Char('0'));
  if (seconds < 3600) {
    return QStringLiteral("%1:%2").arg(seconds / 60).arg(tail);
  }
  return QStringLiteral("%1:%2:%3")
      .arg(seconds / 3600)
      .arg((seconds / 60) % 60, 2, 10, QLatin1Char('0'))
      .arg(tail);
}

QString formatCount(std::int64_t count) {
  return withMinus(QLocale().toString(static_cast<qlonglong>(count)));
}

QString formatNumber(double value, int digits) {
  if (!std::isfinite(value)) {
    return nonFinite(value);
  }
  if (value == 0) {
    return QStringLiteral("0");
  }
  const double size = std::fabs(value);
  if (size < 1e-3 || size >= 1e7) {
    return formatScientific(value);
  }
  const int before = static_cast<int>(std::floor(std::log10(size))) + 1;
  return withMinus(QLocale().toString(value, 'f', std::clamp(digits - before, 0, 6)));
}

QString formatFixed(double value, int decimals) {
  return std::isfinite(value) ? withMinus(QLocale().toString(value, 'f', decimals))
                              : nonFinite(value);
}

QString formatSigned(double value, int decimals) {
  if (!std::isfinite(value)) {
    return nonFinite(value);
  }
  const double half = 0.5 * std::pow(10, -decimals);
  const QString digits = QLocale().toString(std::fabs(value), 'f', decimals);
  if (std::fabs(value) < half) {
    return digits;
  }
  return (value < 0 ? QString(kMinus) : QStringLiteral("+")) + digits;
}

QString formatScientific(double value) {
  if (!std::isfinite(value)) {
    return nonFinite(value);
  }
  if (value == 0) {
    return QStringLiteral("0");
  }
  // "1.3e-07" -> "1.3e-7": C's two-digit exponent only takes room.
  QString text = QString::number(value, 'e', 1);
  text.replace(QLatin1String("e+00"), QString());
  text.replace(QLatin1String("e-0"), QLatin1String("e-"));
  text.replace(QLatin1String("e+0"), QLatin1String("e+"));
  text.replace(QLatin1Char('.'), QLocale().decimalPoint());
  return withMinus(text);
}

QString formatBytes(std::int64_t bytes) {
  if (bytes < 10'000) {
    return tr("%1 B").arg(formatCount(bytes));
  }
  const double kilo = static_cast<double>(bytes) / 1000;
  if (kilo < 999.5) {
    return tr("%1 kB").arg(formatNumber(kilo));
  }
  return kilo < 999'500 ? tr("%1 MB").arg(formatNumber(kilo / 1000))
                        : tr("%1 GB").arg(formatNumber(kilo / 1e6));
}

QString formatShapes(const std::vector<std::vector<std::int64_t>>& shapes) {
  QStringList parts;
  for (const auto& shape : shapes) {
    QStringList dims;
    for (const std::int64_t dim : shape) {
      dims << QString::number(dim);
    }
    parts << (dims.isEmpty() ? tr("scalar") : dims.join(QChar(u'\u00D7')));
  }
  return parts.isEmpty() ? missing() : parts.join(QStringLiteral(", "));
}

QString text(const std::string& utf8) {
  return QString::fromStdString(utf8);
}

QString text(std::string_view utf8) {
  return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

QString joined(const std::vector<std::string>& words, const QString& separator) {
  QStringList list;
  for (const std::string& word : words) list << text(word);
  return list.join(separator);
}

QString stageWord(verify::Stage stage) {
  switch (stage) {
    case verify::Stage::kNone:
      return tr("none");
    case verify::Stage::kStatic:
      return tr("static");
    case verify::Stage::kCompile:
      return tr("compile");
    case verify::Stage::kTiny:
      return tr("tiny");
    case verify::Stage::kFull:
      return tr("full");
    case verify::Stage::kTiming:
      return tr("timing");
  }
  return {};
}

QString outcomeWord(verify::StageOutcome outcome) {
  switch (outcome) {
    case verify::StageOutcome::kPassed:
      return tr("passed");
    case verify::StageOutcome::kRejected:
      return tr("rejected");
    case verify::StageOutcome::kNotReached:
      return tr("not reached");
    case verify::StageOutcome::kNotApplicable:
      return tr("not applicable");
  }
  return {};
}

QString runStateWord(record::RunState state) {
  switch (state) {
    case record::RunState::kStarting:
      return tr("starting");
    case record::RunState::kRunning:
      return tr("running");
    case record::RunState::kPausing:
      return tr("pausing");
    case record::RunState::kPaused:
      return tr("paused");
    case record::RunState::kStopping:
      return tr("stopping");
    case record::RunState::kStopped:
      return tr("stopped");
    case record::RunState::kFinished:
      return tr("finished");
    case record::RunState::kFailed:
      return tr("failed");
  }
  return {};
}

QString verdictLine(bool accepted, const std::string& reasonCode,
                    const std::string& reasonMessage) {
  return accepted ? QChar(kTick) + QLatin1Char(' ') + tr("accepted")
                  : QChar(kCross) + QLatin1Char(' ') + reasonSentence(reasonCode, reasonMessage);
}

}  // namespace nereid::widgets
