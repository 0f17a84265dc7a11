// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace nereid::report {

struct Color {
  std::uint8_t red = 0, green = 0, blue = 0;
};

struct Point {
  double x = 0, y = 0;
};

/// A line, an area or a text of a figure, in points from its upper left corner.
struct Shape {
  enum class Kind { kLine, kArea, kText };
  enum class Align { kLeft, kCenter, kRight };
  Kind kind = Kind::kLine;
  std::vector<Point> points;  ///< of a text one: the end of its base line that `align` names
  Color color;
  double size = 1;  ///< width of a line, height of a text
  std::string text = {};
  Align align = Align::kLeft;
};

/// A drawing without pixels, painted in order.
struct Figure {
  double width = 0, height = 0;  ///< points
  std::string name;              ///< what it shows, also for those who do not see it
  std::vector<Shape> shapes;
};

struct Heading {
  int level = 1;  ///< 1: of a run; 2: of a part of it; 3: of one thing in a part
  std::string text;
};

struct Paragraph {
  std::string text;
};

/// Cells as text. Columns from `first_number` on are numbers, at the right.
struct Table {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
  std::size_t first_number = 1;
};

/// Source or settings, line by line as they are.
struct Code {
  std::string text;
};

/// Figures beside each other, as many as fit.
struct Figures {
  std::vector<Figure> figures;
};

using Block = std::variant<Heading, Paragraph, Table, Code, Figures>;

struct Document {
  std::string title;
  std::vector<Block> blocks;
};

/// One HTML page that needs nothing beside itself. UTF-8; bytes are a pure function of the
/// document.
std::string html_of(const Document& document);
/// The same on pages of A4 (PDF 1.4), all figures as vectors. Letters that the standard fonts of
/// PDF lack are written as question marks. Bytes are a pure function of the document.
std::string pdf_of(const Document& document);

}  // namespace nereid::report
