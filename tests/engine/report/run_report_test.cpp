// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/report/run_report.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <string>

#include "engine/base/file.h"
#include "tests/engine/record/sample.h"

namespace nereid::report {
namespace {

namespace fs = std::filesystem;

class RunReport : public ::testing::Test {
 protected:
  fs::path example(const std::string& name) {
    const fs::path run = folder_.path() / name;
    fs::copy(NEREID_EXAMPLE_RUN, run, fs::copy_options::recursive);
    return run;
  }

  Result<TemporaryDirectory> made_ = TemporaryDirectory::make("report");
  TemporaryDirectory& folder_ = *made_;
};

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST_F(RunReport, IsByteEqualWhereverAndWheneverItIsMade) {
  const std::vector<fs::path> here{example("here")};
  const std::vector<fs::path> there{example("there")};
  const auto first = write_run_report(here, folder_.path() / "a");
  const auto second = write_run_report(there, folder_.path() / "b/deep");
  ASSERT_TRUE(first) << first.error().message;
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_EQ(*read_file(first->html), *read_file(second->html));
  EXPECT_EQ(*read_file(first->pdf), *read_file(second->pdf));
  EXPECT_EQ(read_file(first->html)->find(folder_.path().string()), std::string::npos);
}

TEST_F(RunReport, SaysWhatTheRunWasAndWhatCameOfIt) {
  const auto facts = read_run_facts(example("run"));
  ASSERT_TRUE(facts) << facts.error().message;
  EXPECT_EQ(facts->info.last_step, 38);
  ASSERT_FALSE(facts->rates.empty());
  for (const PassRate& rate : facts->rates) {
    EXPECT_LE(rate.rate.low, rate.rate.value);
    EXPECT_GE(rate.rate.high, rate.rate.value);
    EXPECT_LE(rate.accepted, rate.judged);
  }
  EXPECT_EQ(facts->best.size(), 3U);
  EXPECT_EQ(facts->worst.size(), 3U);
  for (const ShownKernel& kernel : facts->best) EXPECT_TRUE(kernel.episode.verdict.accepted);
  for (const ShownKernel& kernel : facts->worst) EXPECT_FALSE(kernel.episode.verdict.accepted);
  const std::string html = html_of(run_report({&*facts, 1}));
  for (const char* part : {"Pass rates", "95 % interval", "Curves", "Funnel", "Commonest reasons",
                           "acc is not defined", "Best kernels", "Worst kernels", "torch", "2.11.0",
                           "seed: 0", "tl.store", "<svg", "<polyline"}) {
    EXPECT_NE(html.find(part), std::string::npos) << part;
  }
}

// A page that fetches nothing and executes nothing, whatever stands in a record.
TEST_F(RunReport, NeedsNothingBesideItselfAndRunsNothing) {
  Document document;
  document.title = "<script>alert(1)</script>";
  document.blocks.push_back(Heading{1, "a & b"});
  document.blocks.push_back(Code{"</pre><img src=x onerror=alert(1)>"});
  const std::string html = html_of(document);
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("<img"), std::string::npos);
  EXPECT_NE(html.find("a &amp; b"), std::string::npos);
  const auto facts = read_run_facts(example("run"));
  const std::string page = html_of(run_report({&*facts, 1}));
  const std::regex outside("(href|src)=|url\\(|@import");
  EXPECT_FALSE(std::regex_search(page, outside));
}

// Every object lies where the table of the file says.
TEST_F(RunReport, PdfIsWholeAndItsFiguresAreVectors) {
  const auto facts = read_run_facts(example("run"));
  const std::string pdf = pdf_of(run_report({&*facts, 1}));
  EXPECT_TRUE(pdf.starts_with("%PDF-1.4\n"));
  EXPECT_TRUE(pdf.ends_with("%%EOF\n"));
  const std::size_t table = std::stoul(pdf.substr(pdf.rfind("startxref\n") + 10));
  ASSERT_EQ(pdf.substr(table, 5), "xref\n");
  std::size_t row = pdf.find('\n', pdf.find('\n', table) + 1) + 1;
  const std::size_t objects = count_of(pdf, " 0 obj\n");
  for (std::size_t i = 1; i <= objects; ++i) {
    row += 20;
    const std::size_t place = std::stoul(pdf.substr(row, 10));
    EXPECT_TRUE(pdf.substr(place).starts_with(std::to_string(i) + " 0 obj\n")) << i;
  }
  EXPECT_EQ(count_of(pdf, "/Subtype /Image"), 0U);
  EXPECT_GT(count_of(pdf, " l S\n") + count_of(pdf, " l f\n"), 10U);
}

TEST_F(RunReport, SeveralRunsComeUnderOneTable) {
  const std::vector<fs::path> runs{example("a"), example("b")};
  const auto files = write_run_report(runs, folder_.path());
  ASSERT_TRUE(files);
  EXPECT_EQ(files->html.filename(), "report.html");
  const std::string html = *read_file(files->html);
  EXPECT_EQ(count_of(html, "<h1>"), 3U);
  EXPECT_NE(html.find("accepted, last quarter"), std::string::npos);
}

TEST_F(RunReport, NonFiniteMetricsAndShortRunsArePages) {
  record::write_run(folder_.path() / "short", 2);
  const auto facts = read_run_facts(folder_.path() / "short");
  ASSERT_TRUE(facts) << facts.error().message;
  const Document document = run_report({&*facts, 1});
  EXPECT_FALSE(html_of(document).empty());
  EXPECT_TRUE(pdf_of(document).ends_with("%%EOF\n"));
}

TEST_F(RunReport, AFolderWithoutARecordIsAnError) {
  const std::vector<fs::path> runs{folder_.path() / "none"};
  EXPECT_FALSE(write_run_report(runs, folder_.path()));
}

// A table of many pages has its heads on each, and a heading is never the last of a page.
TEST(Document, TablesAndHeadingsKeepTheirPlaceOverPages) {
  const auto count = [](const std::string& file, const std::string& words) {
    std::size_t found = 0;
    for (std::size_t at = file.find(words); at != std::string::npos; at = file.find(words, at + 1))
      ++found;
    return found;
  };
  Document document;
  Table table{.head = {"headword", "number"}, .rows = {}};
  for (int i = 0; i < 150; ++i) table.rows.push_back({"row", std::to_string(i)});
  document.blocks.push_back(table);
  const std::string pages = pdf_of(document);
  const std::size_t many = count(pages, "/Type /Page ");
  EXPECT_GE(many, 3U);
  EXPECT_EQ(count(pages, "(headword)"), many);
  for (int lines = 1; lines < 70; ++lines) {
    Document one;
    one.blocks.push_back(Code{std::string(static_cast<std::size_t>(lines), '\n') + "x"});
    one.blocks.push_back(Heading{2, "lastword"});
    one.blocks.push_back(Paragraph{"afterword"});
    const std::string file = pdf_of(one);
    const std::size_t heading = file.find("(lastword)");
    EXPECT_EQ(file.substr(heading, file.find("(afterword)") - heading).find("endstream"),
              std::string::npos)
        << lines;
  }
}

TEST(Document, EmptyOnesAreFilesToo) {
  EXPECT_TRUE(pdf_of({}).starts_with("%PDF"));
  EXPECT_NE(html_of({}).find("</html>"), std::string::npos);
  Document document;
  document.blocks.push_back(Table{.head = {"a"}, .rows = {}});
  document.blocks.push_back(Code{""});
  document.blocks.push_back(Figures{});
  EXPECT_TRUE(pdf_of(document).ends_with("%%EOF\n"));
}

}  // namespace
}  // namespace nereid::report
