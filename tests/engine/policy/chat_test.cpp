// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>

#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/tasks/generator.h"
#include "engine/tasks/prompt.h"
#include "tests/engine/policy/support.h"

namespace nereid::policy {
namespace {

// Templates of the kinds that models bring: marks of turns with a system message of their own, a
// first token, JSON and loop control, a passage that only training looks at.
const std::vector<std::string> kTemplates = {
    "{% for message in messages %}{% if loop.first and messages[0]['role'] != 'system' %}"
    "<|start|>system\nYou write kernels.<|stop|>\n{% endif %}<|start|>{{ message['role'] }}\n"
    "{{ message['content'] }}<|stop|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|start|>assistant\n{% endif %}",

    "{{- bos_token }}\n{%- if strftime_now is defined %}\n  {%- set day = 'today' %}\n{%- else %}\n"
    "  {%- set day = '26 Jul' %}\n{%- endif %}\n[{{ messages[0].content | trim }}] until "
    "{{ eos_token }}\n{%- if tools is not none %}tools{% endif %}",

    "{% for m in messages %}{% if m.role == 'tool' %}{% continue %}{% endif %}"
    "{{ m.content | tojson }}{% endfor %}{% generation %} answer {% endgeneration %}"};

const std::string kQuestion = "Write \"a kernel\" for \xc3\xa9 <b> & 'x'\n\n  y = 1\n";

class Chat : public ::testing::Test {
 protected:
  Chat() : folder_(testing::fresh_folder("chat")), plain_(testing::small_tokenizer(folder_)) {}
  ~Chat() override { std::filesystem::remove_all(folder_); }

  void describe(const Json& chat_template) {
    const Json config = {{"tokenizer_class", "PreTrainedTokenizerFast"},
                         {"bos_token", "<|task|>"},
                         {"eos_token", {{"content", "<|end|>"}}},
                         {"chat_template", chat_template}};
    std::ofstream(folder_ / "tokenizer_config.json") << config.dump();
  }
  // No pocket model any more.
  void forget_marks() {
    std::string json = plain_->to_json();
    for (const std::string mark : {"<|task|>", "<|answer|>"})
      for (std::size_t at = json.find(mark); at != std::string::npos; at = json.find(mark))
        json.replace(at, mark.size(), "<|" + std::string(mark.size() - 4, 'z') + "|>");
    std::ofstream(folder_ / "tokenizer.json") << json;
  }
  Result<std::shared_ptr<Tokenizer>> load() const {
    return Tokenizer::load(folder_ / "tokenizer.json");
  }

  std::filesystem::path folder_;
  std::shared_ptr<Tokenizer> plain_;
};

TEST_F(Chat, PromptsAreThoseOfTransformers) {
  std::ofstream(folder_ / "question.txt") << kQuestion;
  for (std::size_t i = 0; i < kTemplates.size(); ++i) {
    // The second one's date is transformers' own; here a prompt is the same on every day.
    const bool has_date = i == 1;
    describe(kTemplates[i]);
    const auto tokenizer = load();
    ASSERT_TRUE(tokenizer) << tokenizer.error().message;
    ASSERT_TRUE((*tokenizer)->has_chat_template());
    const Result<std::string> ours = (*tokenizer)->chat(kQuestion);
    ASSERT_TRUE(ours) << ours.error().message;
    ASSERT_TRUE(testing::run_reference_script("chat " + folder_.string()));
    const Result<std::string> theirs = read_file(folder_ / "rendered.txt");
    ASSERT_TRUE(theirs);
    EXPECT_EQ(*ours, *theirs) << "template " << i << (has_date ? " (with a date)" : "");
  }
}

TEST_F(Chat, TheTemplateOfItsOwnFileComesFirst) {
  describe(kTemplates[0]);
  std::ofstream(folder_ / "chat_template.jinja") << "Q: {{ messages[0].content }} A:";
  const auto tokenizer = load();
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  EXPECT_EQ((*tokenizer)->chat("why").value(), "Q: why A:");
}

TEST_F(Chat, TheDefaultOfSeveralIsTaken) {
  describe(Json::array({{{"name", "tools"}, {"template", "wrong"}},
                        {{"name", "default"}, {"template", "{{ messages[0].content }}!"}}}));
  const auto tokenizer = load();
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  EXPECT_EQ((*tokenizer)->chat("why").value(), "why!");
}

TEST_F(Chat, WhatIsNoTemplateIsNamed) {
  describe("{% for %}");
  const auto broken = load();
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(broken.error().message.find("tokenizer_config.json"), std::string::npos)
      << broken.error().message;
  describe("{{ raise_exception('only tools, please') }}");
  forget_marks();
  const auto refuses = load();
  ASSERT_TRUE(refuses);
  const auto format = tasks::PromptFormat::of(*refuses);
  ASSERT_FALSE(format);
  EXPECT_NE(format.error().message.find("only tools, please"), std::string::npos)
      << format.error().message;
}

// Jinja's sandbox: a template cannot reach Python.
TEST_F(Chat, ATemplateRunsNothing) {
  describe("{{ messages.__class__.__mro__[1].__subclasses__() }}");
  const auto tokenizer = load();
  ASSERT_TRUE(tokenizer);
  EXPECT_FALSE((*tokenizer)->chat("why"));
}

TEST_F(Chat, TheFormatIsTheTemplateAroundTheInstruction) {
  describe(kTemplates[0]);
  forget_marks();
  const auto tokenizer = load();
  ASSERT_TRUE(tokenizer) << tokenizer.error().message;
  const auto format = tasks::PromptFormat::of(*tokenizer);
  ASSERT_TRUE(format) << format.error().message;
  EXPECT_EQ(format->name(), "chat");
  const tasks::Task task = tasks::synthetic_task(1, tasks::Split::kTrain, 1, 0);
  EXPECT_EQ(format->prompt(task),
            (*tokenizer)->chat(tasks::render_prompt(task, tasks::PromptStyle::kInstruct)).value());
  EXPECT_EQ(tasks::PromptFormat::of(plain_)->name(), "pocket");
}

TEST_F(Chat, SamplingStopsAtEveryEndThatTheModelNames) {
  describe(kTemplates[0]);
  std::ofstream(folder_ / "generation_config.json") << R"({"eos_token_id": [7, 1, 9]})";
  const auto tokenizer = load();
  ASSERT_TRUE(tokenizer);
  EXPECT_EQ((*tokenizer)->end_tokens(), (std::vector<std::int32_t>{1, 7, 9}));
  EXPECT_EQ((*tokenizer)->end_token(), 1) << "what a corpus teaches stays the tokenizer's own";

  const auto policy =
      testing::lively_policy(testing::small_config((*tokenizer)->vocabulary()), *tokenizer);
  GenerateOptions options;
  options.max_new_tokens = 60;
  for (std::uint64_t i = 0; i < 64; ++i) options.row_seeds.push_back(i);
  int ended_otherwise = 0;
  for (const GeneratedRow& row :
       policy->generate(std::vector<std::vector<std::int32_t>>(64, {4, 5}), options)) {
    const auto is_end = [](std::int32_t token) { return token == 1 || token == 7 || token == 9; };
    EXPECT_EQ(std::count_if(row.tokens.begin(), row.tokens.end() - 1, is_end), 0);
    EXPECT_EQ(row.truncated, !is_end(row.tokens.back()));
    ended_otherwise += row.tokens.back() == 7 || row.tokens.back() == 9 ? 1 : 0;
  }
  EXPECT_GT(ended_otherwise, 0);
}

TEST_F(Chat, AnExportedModelSpeaksAsItsOrigin) {
  describe(kTemplates[1]);
  std::ofstream(folder_ / "generation_config.json") << R"({"eos_token_id": [1, 7]})";
  const auto tokenizer = load();
  ASSERT_TRUE(tokenizer);
  const auto policy =
      testing::lively_policy(testing::small_config((*tokenizer)->vocabulary()), *tokenizer);
  const auto exported = testing::fresh_folder("chat_export");
  ASSERT_TRUE(policy->save(exported, "float32"));
  const auto again = Tokenizer::load(exported / "tokenizer.json");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ((*again)->end_tokens(), (*tokenizer)->end_tokens());
  EXPECT_EQ((*again)->chat(kQuestion).value(), (*tokenizer)->chat(kQuestion).value());
  EXPECT_EQ((*again)->companions(), (*tokenizer)->companions());
  std::filesystem::remove_all(exported);
}

}  // namespace
}  // namespace nereid::policy
