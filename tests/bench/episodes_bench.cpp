// SPDX-License-Identifier: GPL-3.0-or-later
// The episode list at 100,000 rows: arrival, filters, sorting, completion, marks, and the funnel of
// the same rows. Run with QT_QPA_PLATFORM=offscreen. Prints the median and the worst processor time
// of 15 rounds; "filter" is a whole change of the filter line, with the view on the screen laid out
// anew.
#include <time.h>

#include <QApplication>
#include <QLineEdit>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "engine/record/analysis/funnel.h"
#include "tests/widgets/sample_data.h"
#include "widgets/episodes/episode_list.h"
#include "widgets/look/table_view.h"
#include "widgets/look/theme.h"

using namespace nereid;
using namespace nereid::widgets;

namespace {

constexpr int kSteps = 3125;
constexpr int kPerStep = 32;
constexpr std::size_t kBatch = 2000;  // as the feed hands them over
constexpr int kRounds = 15;

// Processor time of this thread: what it costs when the machine has other things to do as well.
double nowMs() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

void report(const char* what, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  std::printf("%-52s median %7.2f ms   worst %7.2f ms\n", what, times[times.size() / 2],
              times.back());
}

void measure(const char* what, const std::function<void(int)>& work) {
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    const double start = nowMs();
    work(round);
    times.push_back(nowMs() - start);
  }
  report(what, std::move(times));
}

void measureArrival(EpisodeList& list, const std::vector<record::EpisodeRow>& rows) {
  std::vector<double> times;
  for (std::size_t first = 0; first < rows.size(); first += kBatch) {
    const auto batch = samples::shared(
        {rows.begin() + static_cast<std::ptrdiff_t>(first),
         rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), first + kBatch))});
    const double start = nowMs();
    list.addRows(batch);
    times.push_back(nowMs() - start);
  }
  report("2,000 rows arrive", std::move(times));
}

void measureFilters(EpisodeList& list) {
  const char* kFilters[] = {"softmax", "level:2 step:>60 reason:wrong", "reward>0.5",
                            "stage:full task:gelu reward>0.5 -reason:timeout", "nothing_has_this"};
  for (const char* filter : kFilters) {
    const std::string what = std::string("filter ") + filter;
    measure(what.c_str(), [&](int round) {
      list.setFilter(QString::fromLatin1(filter) + QString(round, QLatin1Char(' ')));
      list.view()->viewport()->repaint();
    });
  }
  EpisodeModel model;
  model.addRows([&] {
    std::vector<record::EpisodeRow> rows;
    for (int i = 0; i < list.model()->rowCount(); ++i) rows.push_back(list.model()->row(i));
    return rows;
  }());
  EpisodeProxy proxy(&model);
  measure("the same, proxy alone: level:2 step:>60 reason:wrong", [&](int) {
    proxy.setFilter(EpisodeFilter::parse(QStringLiteral("level:2 step:>60 reason:wrong")));
  });
  measure("the same, proxy alone: nothing_has_this",
          [&](int) { proxy.setFilter(EpisodeFilter::parse(QStringLiteral("nothing_has_this"))); });
  measure("no filter (all rows come back)", [&](int round) {
    list.setFilter(QString(round, QLatin1Char(' ')));
    list.view()->viewport()->repaint();
  });
}

void measureModel(EpisodeList& list, const std::vector<record::EpisodeRow>& rows) {
  measure("sort by reward or step", [&](int round) {
    list.view()->sortByColumn(round % 2 == 0 ? EpisodeModel::kReward : EpisodeModel::kStep,
                              Qt::DescendingOrder);
  });
  measure("reset: clear and 100,000 rows at once", [&](int) {
    list.clear();
    list.addRows(samples::shared(rows));
  });
}

void measureFunnel(const std::vector<record::EpisodeRow>& rows) {
  record::Funnel funnel;
  std::vector<double> times;
  for (std::size_t first = 0; first < rows.size(); first += kBatch) {
    const double start = nowMs();
    funnel.add(std::span(rows).subspan(first, std::min(kBatch, rows.size() - first)));
    times.push_back(nowMs() - start);
  }
  report("funnel: 2,000 rows arrive", std::move(times));
  measure("funnel: summary of a range", [&](int round) {
    (void)funnel.summary({.first_step = round, .last_step = kSteps - round});
  });
  measure("funnel: 500 bins", [&](int round) { (void)funnel.bins({.first_step = round}, 500); });
}

}  // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  applyTheme(application, ThemeMode::kLight);
  const std::vector<record::EpisodeRow> rows = samples::rows(kSteps, kPerStep);
  std::printf("%zu rows\n", rows.size());
  EpisodeList list;
  list.resize(900, 600);
  list.show();
  QCoreApplication::processEvents();
  measureArrival(list, rows);
  measureFilters(list);
  measureModel(list, rows);
  measureFunnel(rows);
  return 0;
}
