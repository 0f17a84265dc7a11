// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/advise/advice_file.h"

#include <fmt/format.h>

#include <utility>

#include "engine/base/file.h"

namespace nereid::advise {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30;

Result<EpisodeAdvice> read_line(const fs::path& file, std::int64_t number, std::string_view line) {
  const std::string place = fmt::format("{}:{}", file.string(), number);
  const Result<Json> object = parse_json(line, place);
  Result<Advice> advice = object ? advice_from_json(*object) : Result<Advice>(object.error());
  if (!advice)
    return Error{ErrorCode::kCorrupt,
                 fmt::format("{}: {}; take the line out, or move the file away", place,
                             advice.error().message)};
  EpisodeAdvice out;
  out.phase = json_value<std::string>(*object, "phase", "train");
  out.key.step = json_value<std::int64_t>(*object, "step", 0);
  out.key.group = json_value<int>(*object, "group", 0);
  out.key.index = json_value<int>(*object, "index", 0);
  out.advice = std::move(*advice);
  return out;
}

}  // namespace

OrderedJson line_of(const EpisodeAdvice& advice) {
  OrderedJson line = {{"phase", advice.phase},
                      {"step", advice.key.step},
                      {"group", advice.key.group},
                      {"index", advice.key.index}};
  line.update(to_json(advice.advice));
  return line;
}

fs::path advice_path(const fs::path& run_dir) {
  return run_dir / "advice.jsonl";
}

Result<std::vector<EpisodeAdvice>> read_advice(const fs::path& run_dir) {
  std::vector<EpisodeAdvice> all;
  const fs::path file = advice_path(run_dir);
  const Result<std::string> text = read_file(file, kLargestFile);
  if (!text && text.error().code == ErrorCode::kNotFound) return all;
  if (!text) return text.error();
  std::size_t begin = 0;
  std::int64_t number = 0;
  for (std::size_t end = text->find('\n'); end != std::string::npos;
       end = text->find('\n', begin)) {
    Result<EpisodeAdvice> one =
        read_line(file, ++number, std::string_view(*text).substr(begin, end - begin));
    if (!one) return one.error();
    all.push_back(std::move(*one));
    begin = end + 1;
  }
  return all;
}

Result<AdviceFile> AdviceFile::open(const fs::path& run_dir, std::vector<EpisodeAdvice>& present) {
  const fs::path file = advice_path(run_dir);
  Result<LineFile> lines = LineFile::open(file, [&](std::int64_t number, std::string_view line) {
    Result<EpisodeAdvice> one = read_line(file, number, line);
    if (!one) return Result<void>(one.error());
    present.push_back(std::move(*one));
    return Result<void>();
  });
  if (!lines) return lines.error();
  return AdviceFile(std::move(*lines));
}

Result<void> AdviceFile::add(const EpisodeAdvice& advice) {
  return file_.append(dump_json(line_of(advice)));
}

}  // namespace nereid::advise
