// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/internal/python_text.h"

#include <algorithm>
#include <cctype>

namespace nereid::tasks {
namespace {

bool is_name_start(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80);
}
bool is_name(char c) {
  return is_name_start(c) || std::isdigit(static_cast<unsigned char>(c));
}

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view source) : source_(source) {}

  std::vector<PyLine> run() {
    start_line();
    while (at_ < source_.size()) {
      step();
    }
    end_line();
    return std::move(lines_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }

  void start_line() {
    line_ = PyLine{.indent = 0, .number = number_};
    while (peek() == ' ' || peek() == '\t') {
      line_.indent = peek() == ' ' ? line_.indent + 1 : (line_.indent / 8 + 1) * 8;
      ++at_;
    }
  }

  void end_line() {
    if (!line_.tokens.empty()) {
      lines_.push_back(std::move(line_));
    }
  }

  void take(PyKind kind, std::size_t end) {
    line_.tokens.push_back({kind, std::string(source_.substr(at_, end - at_))});
    at_ = end;
  }

  void newline() {
    ++at_;
    ++number_;
    if (depth_ == 0) {
      end_line();
      start_line();
    }
  }

  void step() {
    const char c = peek();
    if (c == '\n') {
      newline();
    } else if (c == '#') {
      at_ = std::min(source_.find('\n', at_), source_.size());
    } else if (c == '\\' && (peek(1) == '\n' || peek(1) == '\r')) {
      at_ += peek(1) == '\r' ? 3 : 2;
      ++number_;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      ++at_;
    } else if (const std::size_t quote = string_start(); quote != std::string_view::npos) {
      take_string(quote);
    } else if (is_name_start(c)) {
      take_while(PyKind::kName);
    } else if (std::isdigit(static_cast<unsigned char>(c)) ||
               (c == '.' && std::isdigit(static_cast<unsigned char>(peek(1))))) {
      take_number();
    } else {
      take_operator();
    }
  }

  /// Where the quote of a string that starts here is, after a prefix such as rb; npos if none
  /// starts here.
  std::size_t string_start() const {
    std::size_t quote = at_;
    while (quote < source_.size() && quote - at_ < 3 &&
           std::string_view("rRbBuUfF").find(source_[quote]) != std::string_view::npos) {
      ++quote;
    }
    const bool starts = quote < source_.size() && (source_[quote] == '"' || source_[quote] == '\'');
    return starts ? quote : std::string_view::npos;
  }

  void take_string(std::size_t quote) {
    const char mark = source_[quote];
    const bool triple = source_.substr(quote, 3) == std::string(3, mark);
    std::size_t end = quote + (triple ? 3 : 1);
    while (end < source_.size()) {
      if (source_[end] == '\\') {
        end += 2;
        continue;
      }
      const bool closes =
          triple ? source_.substr(end, 3) == std::string(3, mark) : source_[end] == mark;
      if (closes) {
        end += triple ? 3 : 1;
        break;
      }
      if (!triple && source_[end] == '\n') {
        break;
      }
      ++end;
    }
    end = std::min(end, source_.size());
    number_ +=
        static_cast<int>(std::count(source_.begin() + static_cast<std::ptrdiff_t>(at_),
                                    source_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    take(PyKind::kString, end);
  }

  void take_while(PyKind kind) {
    std::size_t end = at_;
    while (end < source_.size() && is_name(source_[end])) {
      ++end;
    }
    take(kind, end);
  }

  void take_number() {
    std::size_t end = at_;
    while (end < source_.size()) {
      const char c = source_[end];
      const bool exponent_sign = (c == '-' || c == '+') && end > at_ &&
                                 (source_[end - 1] == 'e' || source_[end - 1] == 'E');
      if (!is_name(c) && c != '.' && !exponent_sign) {
        break;
      }
      ++end;
    }
    take(PyKind::kNumber, end);
  }

  void take_operator() {
    static constexpr std::string_view kLong[] = {
        "**=", "//=", ">>=", "<<=", "...", "**", "//", "->", ":=", "==", "!=", "<=",
        ">=",  "+=",  "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "@=", "<<", ">>"};
    for (const std::string_view text : kLong) {
      if (source_.substr(at_, text.size()) == text) {
        take(PyKind::kOperator, at_ + text.size());
        return;
      }
    }
    const char c = peek();
    if (c == '(' || c == '[' || c == '{') {
      ++depth_;
    } else if ((c == ')' || c == ']' || c == '}') && depth_ > 0) {
      --depth_;
    }
    take(PyKind::kOperator, at_ + 1);
  }

  std::string_view source_;
  std::size_t at_ = 0;
  int number_ = 1;
  int depth_ = 0;
  PyLine line_;
  std::vector<PyLine> lines_;
};

/// A line that is nothing but a string has no effect: a docstring or a comment in disguise.
bool is_docstring(const PyLine& line) {
  return std::all_of(line.tokens.begin(), line.tokens.end(),
                     [](const PyToken& t) { return t.kind == PyKind::kString; });
}

}  // namespace

std::vector<PyLine> tokenize_python(std::string_view source) {
  return Tokenizer(source).run();
}

std::string canonical_python(std::string_view source) {
  std::string out;
  std::vector<int> indents = {0};
  for (const PyLine& line : tokenize_python(source)) {
    while (indents.size() > 1 && line.indent < indents.back()) {
      indents.pop_back();
    }
    if (line.indent > indents.back()) {
      indents.push_back(line.indent);
    }
    if (is_docstring(line)) {
      continue;
    }
    out.append(indents.size() - 1, ' ');
    for (std::size_t i = 0; i < line.tokens.size(); ++i) {
      out += (i == 0 ? "" : " ") + line.tokens[i].text;
    }
    out += '\n';
  }
  return out;
}

}  // namespace nereid::tasks
