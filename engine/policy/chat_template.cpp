// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/internal/chat_template.h"

#include <pybind11/embed.h>
#include <pybind11/stl.h>

#include "engine/base/json.h"

namespace py = pybind11;

namespace nereid::policy {
namespace {

// The environment that transformers gives to templates: chat_template_utils.py of version 4.57.
constexpr const char* kMakeRenderer = R"python(
import json
import jinja2
import jinja2.ext
from jinja2.sandbox import ImmutableSandboxedEnvironment

class Generation(jinja2.ext.Extension):
    tags = {"generation"}

    def parse(self, parser):
        next(parser.stream)
        return parser.parse_statements(["name:endgeneration"], drop_needle=True)

def raise_exception(message):
    raise jinja2.exceptions.TemplateError(message)

def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

def make(source, special):
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, jinja2.ext.loopcontrols])
    environment.filters["tojson"] = tojson
    environment.globals["raise_exception"] = raise_exception
    template = environment.from_string(source)

    def render(user):
        return template.render(messages=[{"role": "user", "content": user}], tools=None, documents=None,
                               add_generation_prompt=True, **special)

    return render
)python";

class JinjaTemplate final : public ChatTemplate {
 public:
  JinjaTemplate(py::object render, std::string place)
      : render_(std::move(render)), place_(std::move(place)) {}
  ~JinjaTemplate() override {
    py::gil_scoped_acquire gil;
    render_ = py::object();
  }
  JinjaTemplate(const JinjaTemplate&) = delete;
  JinjaTemplate& operator=(const JinjaTemplate&) = delete;

  Result<std::string> render(const std::string& user) const override {
    py::gil_scoped_acquire gil;
    try {
      return render_(py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
                         user.data(), static_cast<Py_ssize_t>(user.size()), "replace")))
          .cast<std::string>();
    } catch (const py::error_already_set& error) {
      return Error{ErrorCode::kUnsupported,
                   place_ + ": the chat template refuses a plain question: " + error.what()};
    }
  }

 private:
  py::object render_;
  std::string place_;
};

struct Source {
  std::string text, place;  ///< no text: there is no template
};

// The file of that name, or the one that stands for it.
std::string place_of(const TokenizerFiles& files, const char* name) {
  const bool is_folder = files.place.filename() == "tokenizer.json";
  return is_folder ? (files.place.parent_path() / name).string() : files.place.string();
}

Result<Source> find_source(const TokenizerFiles& files) {
  const auto jinja = files.companions.find("chat_template.jinja");
  if (jinja != files.companions.end())
    return Source{jinja->second, place_of(files, "chat_template.jinja")};
  const auto found = files.companions.find("tokenizer_config.json");
  if (found == files.companions.end()) return Source{};
  const std::string place = place_of(files, "tokenizer_config.json");
  const Result<Json> config = parse_json(found->second, place);
  if (!config) return config.error();
  if (!config->is_object() || !config->contains("chat_template")) return Source{};
  const Json& value = (*config)["chat_template"];
  if (value.is_string()) return Source{value.get<std::string>(), place};
  if (!value.is_array()) return Source{};
  for (const Json& one : value)
    if (json_value<std::string>(one, "name", "") == "default")
      return Source{json_value<std::string>(one, "template", ""), place};
  return Source{};
}

}  // namespace

Result<std::shared_ptr<const ChatTemplate>> ChatTemplate::load(
    const TokenizerFiles& files, const std::map<std::string, std::string>& special) {
  const Result<Source> source = find_source(files);
  if (!source) return source.error();
  if (source->text.empty()) return std::shared_ptr<const ChatTemplate>();
  py::gil_scoped_acquire gil;
  try {
    py::dict names;
    py::exec(kMakeRenderer, names);
    py::object render = names["make"](source->text, special);
    return std::shared_ptr<const ChatTemplate>(
        std::make_shared<JinjaTemplate>(std::move(render), source->place));
  } catch (const py::error_already_set& error) {
    return Error{ErrorCode::kCorrupt, source->place +
                                          ": the chat template cannot be read: " + error.what() +
                                          ". Copy the file again from the model's origin"};
  }
}

}  // namespace nereid::policy
