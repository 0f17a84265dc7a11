// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stddef.h>

/// The kernel machine with a plain C interface: the device of a candidate, which is Python, loads
/// it through ctypes. Texts are UTF-8; those that are returned belong to the caller, who gives them
/// to nereid_machine_free. Nothing is thrown. One thread at a time for each kernel.
extern "C" {

/// Reads a text (TTIR). Null if it is not taken. `*answer` becomes JSON: {"name", "arguments":
/// [types], "operations": [names]}, or {"error", "unsupported": bool}.
__attribute__((visibility("default"))) void* nereid_machine_read(const char* text, size_t size,
                                                                 char** answer);

/// Runs a launch. `request`, JSON: {"grid": [x, y, z], "arguments": [...], "buffers": [...],
/// "seed", "in_order", "rounds_tf32", "approximates", "fuses", "warps"}. An argument is a whole
/// number, a text for a number with a fraction ("-inf", "0.5"), or {"descriptor": [address, sizes,
/// strides]}.
/// A buffer is
/// {"address", "bytes", "element_bytes", "name", "stored"}: its address is that of its memory, and
/// `stored` that of as many flags, or 0. The answer is JSON: {"findings", "work", "printed",
/// "compared"}, or {"error"} for a launch that could not be tried.
__attribute__((visibility("default"))) char* nereid_machine_run(void* kernel, const char* request,
                                                                size_t size);

/// Runs a launch and keeps all that one of its programs does. `request` as above, with "program",
/// its linear number, or "address": then it is the one that is the last to store there. The answer
/// is JSON: {"tape"} (schema nereid.tape/1; null if no program stores there), or {"error"}.
__attribute__((visibility("default"))) char* nereid_machine_trace(void* kernel, const char* request,
                                                                  size_t size);

__attribute__((visibility("default"))) void nereid_machine_forget(void* kernel);
__attribute__((visibility("default"))) void nereid_machine_free(char* answer);
}
