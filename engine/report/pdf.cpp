// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/report/document.h"
#include "engine/report/pdf_text.h"

namespace nereid::report {
namespace {

constexpr double kPageWidth = 595, kPageHeight = 842, kMargin = 40;
constexpr double kRoom = kPageWidth - 2 * kMargin;
constexpr double kBody = 9, kCode = 7, kHead = 7.5;
constexpr double kLineFactor = 1.4;
constexpr double kCellGap = 10;
constexpr double kWithHeading = 100;  // a heading stands with the first lines of what it names
constexpr Color kText{0x1B, 0x1F, 0x24}, kSecondary{0x5A, 0x64, 0x70}, kRule{0xDF, 0xE3, 0xE8};

/// Pages as PDF operators, filled from the top.
class Pages {
 public:
  Pages() { new_page(); }

  /// Makes sure that so much fits below the last block, else begins a page.
  void reserve(double height) {
    if (y_ - height < kMargin) new_page();
  }
  void skip(double height) { y_ -= height; }
  double y() const { return y_; }
  std::size_t count() const { return pages_.size(); }

  void write(double x, double y, PdfFont font, double size, Color color, std::string_view text) {
    color_op(color, "rg");
    page() += fmt::format("BT /{} {:.2f} Tf {:.2f} {:.2f} Td ({}) Tj ET\n", pdf_font_name(font),
                          size, x, y, pdf_string(text));
  }
  void rule(double y) {
    color_op(kRule, "RG");
    page() += fmt::format("0.5 w {:.2f} {:.2f} m {:.2f} {:.2f} l S\n", kMargin, y,
                          kPageWidth - kMargin, y);
  }
  void shape(const Shape& shape, double left, double top);

  std::vector<std::string> take() { return std::move(pages_); }

 private:
  std::string& page() { return pages_.back(); }
  void new_page() {
    pages_.emplace_back();
    y_ = kPageHeight - kMargin;
  }
  void color_op(Color color, std::string_view op) {
    page() += fmt::format("{:.3f} {:.3f} {:.3f} {}\n", color.red / 255.0, color.green / 255.0,
                          color.blue / 255.0, op);
  }

  std::vector<std::string> pages_;
  double y_ = 0;
};

void Pages::shape(const Shape& shape, double left, double top) {
  if (shape.kind == Shape::Kind::kText) {
    const double width = pdf_width(shape.text, PdfFont::kText, shape.size);
    const double shift = shape.align == Shape::Align::kLeft     ? 0
                         : shape.align == Shape::Align::kCenter ? width / 2
                                                                : width;
    write(left + shape.points[0].x - shift, top - shape.points[0].y, PdfFont::kText, shape.size,
          shape.color, shape.text);
    return;
  }
  const bool is_line = shape.kind == Shape::Kind::kLine;
  color_op(shape.color, is_line ? "RG" : "rg");
  if (is_line) page() += fmt::format("{:.2f} w ", shape.size);
  for (std::size_t i = 0; i < shape.points.size(); ++i) {
    page() += fmt::format("{:.2f} {:.2f} {} ", left + shape.points[i].x, top - shape.points[i].y,
                          i == 0 ? "m" : "l");
  }
  page() += is_line ? "S\n" : "f\n";
}

/// Writes blocks one below the other.
struct Typesetter {
  Pages pages;

  void operator()(const Heading& heading) {
    const double size = heading.level == 1 ? 18 : heading.level == 2 ? 12 : kBody;
    pages.reserve(kWithHeading);
    pages.skip(heading.level == 1 ? 22 : heading.level == 2 ? 24 : 16);
    const auto words = pdf_wrapped(heading.text, PdfFont::kStrong, size, kRoom);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i > 0) pages.skip(size * kLineFactor);
      pages.write(kMargin, pages.y(), PdfFont::kStrong, size, kText, words[i]);
    }
    pages.skip(heading.level == 3 ? 3 : 6);
  }

  void operator()(const Paragraph& paragraph) {
    lines(pdf_wrapped(paragraph.text, PdfFont::kText, kBody, kRoom), PdfFont::kText, kBody);
  }

  void operator()(const Code& code) {
    pages.skip(4);
    std::size_t begin = 0;
    while (begin <= code.text.size()) {
      const std::size_t end = std::min(code.text.find('\n', begin), code.text.size());
      const std::string line = code.text.substr(begin, end - begin);
      const bool is_last = end == code.text.size();
      if (!is_last || !line.empty()) {
        lines(pdf_cut(line, PdfFont::kCode, kCode, kRoom), PdfFont::kCode, kCode);
      }
      begin = end + 1;
    }
    pages.skip(4);
  }

  void operator()(const Table& table);
  void operator()(const Figures& figures) {
    const auto columns = static_cast<std::size_t>(2);
    for (std::size_t i = 0; i < figures.figures.size(); i += columns) {
      double height = 0;
      const std::size_t end = std::min(i + columns, figures.figures.size());
      for (std::size_t k = i; k < end; ++k) height = std::max(height, figures.figures[k].height);
      pages.reserve(height + 6);
      double left = kMargin;
      for (std::size_t k = i; k < end; ++k) {
        for (const Shape& shape : figures.figures[k].shapes) pages.shape(shape, left, pages.y());
        left += figures.figures[k].width + 5;
      }
      pages.skip(height + 6);
    }
  }

  void lines(const std::vector<std::string>& lines, PdfFont font, double size) {
    for (const std::string& line : lines) {
      pages.reserve(size * kLineFactor);
      pages.skip(size * kLineFactor);
      pages.write(kMargin, pages.y(), font, size, kText, line);
    }
  }
  void row(const Table& table, const std::vector<std::string>& cells,
           const std::vector<double>& widths, bool is_head);
};

/// As wide as their content, the widest narrowed until all fit.
std::vector<double> widths_of(const Table& table) {
  std::vector<double> widths;
  for (const std::string& cell : table.head)
    widths.push_back(pdf_width(cell, PdfFont::kText, kHead));
  for (const auto& cells : table.rows) {
    for (std::size_t i = 0; i < std::min(cells.size(), widths.size()); ++i) {
      widths[i] = std::max(widths[i], pdf_width(cells[i], PdfFont::kText, kBody));
    }
  }
  double total = kCellGap * static_cast<double>(widths.size());
  for (const double width : widths) total += width;
  if (total > kRoom && !widths.empty()) {
    const auto widest = std::max_element(widths.begin(), widths.end());
    *widest = std::max(60.0, *widest - (total - kRoom));
  }
  return widths;
}

double height_of(const std::vector<std::string>& cells, const std::vector<double>& widths,
                 double size) {
  std::size_t most = 1;
  for (std::size_t i = 0; i < cells.size(); ++i)
    most = std::max(most, pdf_wrapped(cells[i], PdfFont::kText, size, widths[i] + 0.1).size());
  return size * kLineFactor * static_cast<double>(most) + 4;
}

void Typesetter::row(const Table& table, const std::vector<std::string>& cells,
                     const std::vector<double>& widths, bool is_head) {
  const double size = is_head ? kHead : kBody;
  std::vector<std::vector<std::string>> wrapped;
  std::size_t most = 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    wrapped.push_back(pdf_wrapped(cells[i], PdfFont::kText, size, widths[i] + 0.1));
    most = std::max(most, wrapped.back().size());
  }
  const double line = size * kLineFactor;
  pages.reserve(line * static_cast<double>(most) + 4);
  double x = kMargin;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t k = 0; k < wrapped[i].size(); ++k) {
      const double width = pdf_width(wrapped[i][k], PdfFont::kText, size);
      const double shift = i >= table.first_number ? widths[i] - width : 0;
      pages.write(x + shift, pages.y() - line * static_cast<double>(k + 1), PdfFont::kText, size,
                  is_head ? kSecondary : kText, wrapped[i][k]);
    }
    x += widths[i] + kCellGap;
  }
  pages.skip(line * static_cast<double>(most) + 3);
  pages.rule(pages.y());
}

void Typesetter::operator()(const Table& table) {
  const std::vector<double> widths = widths_of(table);
  constexpr std::size_t kTogether = 4;
  pages.reserve(static_cast<double>(std::min(table.rows.size() + 1, kTogether)) *
                (kBody * kLineFactor + 4));
  row(table, table.head, widths, true);
  std::size_t page = pages.count();
  for (const auto& cells : table.rows) {
    pages.reserve(height_of(cells, widths, kBody));
    // A page that begins within a table begins with its heads.
    if (page != pages.count()) row(table, table.head, widths, true);
    page = pages.count();
    row(table, cells, widths, false);
  }
  pages.skip(6);
}

/// Objects, their places, and the table of these.
std::string file_of(const std::vector<std::string>& pages, const std::string& title) {
  std::vector<std::string> objects(2);  // the catalogue, the list of pages
  constexpr std::array<PdfFont, 3> kFonts = {PdfFont::kText, PdfFont::kStrong, PdfFont::kCode};
  std::string fonts;
  for (const PdfFont font : kFonts) {
    objects.push_back(
        fmt::format("<< /Type /Font /Subtype /Type1 /BaseFont /{} /Encoding /WinAnsiEncoding >>",
                    pdf_base_font(font)));
    fonts += fmt::format("/{} {} 0 R ", pdf_font_name(font), objects.size());
  }
  std::string kids;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    std::string content = pages[i];
    const std::string number = fmt::format("{} / {}", i + 1, pages.size());
    const auto foot = [&](double x, const std::string& words) {
      content += fmt::format("0.353 0.392 0.439 rg BT /{} 7 Tf {:.2f} 22 Td ({}) Tj ET\n",
                             pdf_font_name(PdfFont::kText), x, words);
    };
    foot(kMargin, pdf_string(title));
    foot(kPageWidth - kMargin - pdf_width(number, PdfFont::kText, 7), number);
    objects.push_back(
        fmt::format("<< /Length {} >>\nstream\n{}endstream", content.size(), content));
    objects.push_back(fmt::format(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {:.0f} {:.0f}] /Resources << /Font << {}>> >> "
        "/Contents {} 0 R >>",
        kPageWidth, kPageHeight, fonts, objects.size()));
    kids += fmt::format("{} 0 R ", objects.size());
  }
  objects[0] = "<< /Type /Catalog /Pages 2 0 R /Lang (en) >>";
  objects[1] = fmt::format("<< /Type /Pages /Kids [{}] /Count {} >>", kids, pages.size());
  objects.push_back(fmt::format("<< /Title ({}) /Producer (Nereid) >>", pdf_string(title)));

  std::string file = "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n";
  std::string places;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    places += fmt::format("{:010} 00000 n \n", file.size());
    file += fmt::format("{} 0 obj\n{}\nendobj\n", i + 1, objects[i]);
  }
  const std::size_t table = file.size();
  return file + fmt::format(
                    "xref\n0 {0}\n0000000000 65535 f \n{1}trailer\n<< /Size {0} /Root 1 0 R /Info "
                    "{2} 0 R >>\nstartxref\n{3}\n%%EOF\n",
                    objects.size() + 1, places, objects.size(), table);
}

}  // namespace

std::string pdf_of(const Document& document) {
  Typesetter typesetter;
  for (const Block& block : document.blocks) std::visit(typesetter, block);
  return file_of(typesetter.pages.take(), document.title);
}

}  // namespace nereid::report
