// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <string_view>

#include "engine/report/document.h"

namespace nereid::report {
namespace {

// Also what a browser fetches is nothing: the page may be opened anywhere.
constexpr std::string_view kStyle =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
    "'unsafe-inline'\">\n"
    "<style>\n"
    "body{font:14px/1.5 Inter,system-ui,sans-serif;color:#1B1F24;background:#fff;max-width:1080px;"
    "margin:24px auto;padding:0 16px}\n"
    "h1{font-size:24px;margin:32px 0 4px}h2{font-size:16px;margin:28px 0 6px}"
    "h3{font-size:14px;margin:18px 0 "
    "2px}h1,h2,h3{break-after:avoid}tr,svg{break-inside:avoid}p{margin:4px 0}\n"
    "table{border-collapse:collapse;margin:6px 0;font-variant-numeric:tabular-nums}\n"
    "th{font-size:12px;font-weight:500;color:#5A6470;text-align:left}\n"
    "th,td{padding:3px 16px 3px 0;border-bottom:1px solid #DFE3E8;vertical-align:top}\n"
    ".n{text-align:right}\n"
    "pre{font:12px/1.45 'JetBrains Mono',ui-monospace,monospace;background:#F4F5F7;padding:10px;"
    "overflow-x:auto;border-radius:6px}\n"
    ".f{display:flex;flex-wrap:wrap;gap:12px}svg{width:520px;max-width:100%;height:auto}\n"
    "svg text{font-family:Inter,system-ui,sans-serif}\n"
    "@media print{body{max-width:none}pre{white-space:pre-wrap}}\n"
    "</style>\n";

std::string escaped(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string hex(Color color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue);
}

std::string points_of(const Shape& shape) {
  std::string points;
  for (const Point& point : shape.points) points += fmt::format("{:.2f},{:.2f} ", point.x, point.y);
  return points;
}

std::string_view anchor(Shape::Align align) {
  switch (align) {
    case Shape::Align::kLeft:
      return "start";
    case Shape::Align::kCenter:
      return "middle";
    case Shape::Align::kRight:
      return "end";
  }
  return {};
}

std::string svg_of(const Shape& shape) {
  switch (shape.kind) {
    case Shape::Kind::kLine:
      return fmt::format(
          "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.2f}\"/>\n",
          points_of(shape), hex(shape.color), shape.size);
    case Shape::Kind::kArea:
      return fmt::format("<polygon points=\"{}\" fill=\"{}\"/>\n", points_of(shape),
                         hex(shape.color));
    case Shape::Kind::kText:
      return fmt::format(
          "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.1f}\" fill=\"{}\" "
          "text-anchor=\"{}\">{}</text>\n",
          shape.points[0].x, shape.points[0].y, shape.size, hex(shape.color), anchor(shape.align),
          escaped(shape.text));
  }
  return {};
}

struct Writer {
  std::string html;

  void operator()(const Heading& heading) {
    html += fmt::format("<h{0}>{1}</h{0}>\n", heading.level, escaped(heading.text));
  }
  void operator()(const Paragraph& paragraph) {
    html += fmt::format("<p>{}</p>\n", escaped(paragraph.text));
  }
  void operator()(const Code& code) { html += fmt::format("<pre>{}</pre>\n", escaped(code.text)); }
  void operator()(const Table& table) {
    html += "<table>\n";
    row(table.head, table.first_number, "th");
    for (const auto& cells : table.rows) row(cells, table.first_number, "td");
    html += "</table>\n";
  }
  void operator()(const Figures& figures) {
    html += "<div class=\"f\">\n";
    for (const Figure& figure : figures.figures) {
      html += fmt::format(
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" "
          "aria-label=\"{}\">\n",
          figure.width, figure.height, escaped(figure.name));
      for (const Shape& shape : figure.shapes) html += svg_of(shape);
      html += "</svg>\n";
    }
    html += "</div>\n";
  }

  void row(const std::vector<std::string>& cells, std::size_t first_number, std::string_view tag) {
    html += "<tr>";
    for (std::size_t i = 0; i < cells.size(); ++i) {
      html += fmt::format("<{0}{1}>{2}</{0}>", tag, i >= first_number ? " class=\"n\"" : "",
                          escaped(cells[i]));
    }
    html += "</tr>\n";
  }
};

}  // namespace

std::string html_of(const Document& document) {
  Writer writer;
  writer.html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n{}</head>\n"
      "<body>\n",
      escaped(document.title), kStyle);
  for (const Block& block : document.blocks) std::visit(writer, block);
  return writer.html + "</body>\n</html>\n";
}

}  // namespace nereid::report
