// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/verify/machine/internal/parser.h"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "engine/verify/machine/internal/cursor.h"
#include "engine/verify/machine/internal/operation_reader.h"

namespace nereid::verify::machine {
namespace {

class ModuleReader {
 public:
  explicit ModuleReader(Module& module) : cursor_(*module.text), module_(module) {}

  Result<void> read() {
    aliases();
    if (cursor_.expect("module")) {
      if (cursor_.is(Token::Kind::kSymbol)) cursor_.take();
      if (cursor_.accept("attributes")) attributes({});
      cursor_.expect("{");
      while (cursor_.ok() && cursor_.is("tt.func")) function();
      if (cursor_.ok() && !cursor_.is("}"))
        cursor_.fail(
            ErrorCode::kUnsupported, cursor_.line(),
            fmt::format("{} is not known in a module", cursor_.token().text.substr(0, 40)));
      cursor_.expect("}");
      cursor_.location_if_any(module_);
    }
    aliases();
    if (cursor_.ok() && !cursor_.is(Token::Kind::kEnd)) cursor_.fail("expected the end");
    if (!cursor_.ok()) return cursor_.error();
    return {};
  }

 private:
  // #loc1 = loc(...)
  void aliases() {
    while (cursor_.ok() && cursor_.is(Token::Kind::kAlias)) {
      const std::string name(cursor_.take().text);
      if (!cursor_.expect("=")) return;
      if (!cursor_.is("loc")) {
        cursor_.fail(ErrorCode::kUnsupported, cursor_.line(), not_known(name));
        return;
      }
      const std::uint32_t place = cursor_.location_if_any(module_);
      if (place != kNoLocation) module_.aliases.emplace(name, place);
    }
  }

  // Of Gluon's kernels it is the layout of a tensor.
  std::string not_known(std::string_view name) {
    if (!cursor_.is(Token::Kind::kAlias) || !cursor_.token().text.starts_with("ttg."))
      return fmt::format("what #{} stands for is not known", name);
    return fmt::format(
        "#{} is a layout: kernels in Gluon, which lay out registers and shared memory themselves, "
        "are not judged; triton.language leaves that to the compiler",
        name);
  }

  void function() {
    Function function;
    function.line = cursor_.line();
    cursor_.expect("tt.func");
    if (cursor_.accept("private") || cursor_.accept("nested"))
      function.is_public = false;
    else
      cursor_.accept("public");
    const auto name = cursor_.expect(Token::Kind::kSymbol, "the name of a function");
    if (!name) return;
    function.name = name->text;
    if (module_.function(function.name)) {
      cursor_.fail(fmt::format("a second function @{}", function.name));
      return;
    }
    OperationReader reader(cursor_, module_, function);
    if (!arguments(function, reader) || !results(function)) return;
    if (cursor_.accept("attributes") && !attributes("noinline")) return;
    if (!reader.function_body()) return;
    function.location = cursor_.location_if_any(module_);
    module_.functions.push_back(std::move(function));
  }

  bool arguments(Function& function, OperationReader& reader) {
    if (!cursor_.expect("(")) return false;
    while (cursor_.ok() && !cursor_.is(")")) {
      const auto name = cursor_.expect(Token::Kind::kValue, "an argument");
      if (!name || !cursor_.expect(":")) return false;
      const auto type = cursor_.type();
      if (!type) return false;
      function.arguments.push_back(reader.define(name->text, *type));
      function.argument_attributes.emplace_back();
      if (cursor_.is("{") && !hints(function)) return false;
      cursor_.location_if_any(module_);
      if (!cursor_.accept(",")) break;
    }
    return cursor_.expect(")");
  }

  // What the compiler is told of an argument of a kernel; of other functions it knows what they
  // get.
  bool hints(Function& function) {
    const int line = cursor_.line();
    Attributes& given = function.argument_attributes.back();
    if (!cursor_.attributes(given, "{", "}")) return false;
    for (const auto& [name, value] : given)
      if (!function.is_public || name != "tt.divisibility")
        return cursor_.fail(ErrorCode::kUnsupported, line,
                            fmt::format("attribute {} of an argument is not known", name));
    return true;
  }

  // Those of a module or a function, of which one may be there.
  bool attributes(std::string_view known) {
    const int line = cursor_.line();
    Attributes given;
    if (!cursor_.attributes(given, "{", "}")) return false;
    for (const auto& [name, value] : given)
      if (name != known)
        return cursor_.fail(ErrorCode::kUnsupported, line,
                            fmt::format("attribute {} is not known", name));
    return true;
  }

  bool results(Function& function) {
    return !cursor_.accept("->") || cursor_.types_of_arrow(function.results);
  }

  Cursor cursor_;
  Module& module_;
};

}  // namespace

Result<Module> parse_module(std::string text) {
  if (text.size() > kMaxTextBytes)
    return Error{ErrorCode::kUnsupported, fmt::format("a text of {} bytes", text.size())};
  Module module;
  module.text = std::make_shared<const std::string>(std::move(text));
  const Result<void> read = ModuleReader(module).read();
  if (!read) return read.error();
  return module;
}

}  // namespace nereid::verify::machine
