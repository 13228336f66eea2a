#include "tools/document/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace mannequin {
namespace {

using Json = nlohmann::json;

std::size_t form_of_the_end(std::size_t n, std::size_t few) {
  const std::size_t ones = n % 10, tens = n % 100 / 10;
  return tens != 1 && ones >= 2 && ones <= 4 ? few : few + 1;
}

// Which form of a noun a number takes. Languages share few rules.
struct PluralRule {
  std::string_view name;
  std::size_t forms;
  std::size_t (*form)(std::size_t count);
};
constexpr std::array kPluralRules = {
    PluralRule{"one form", 1, [](std::size_t) { return std::size_t{0}; }},
    PluralRule{"one, others", 2, [](std::size_t n) { return std::size_t{n == 1 ? 0u : 1u}; }},
    PluralRule{"none or one, others", 2, [](std::size_t n) { return std::size_t{n <= 1 ? 0u : 1u}; }},
    PluralRule{"ends in one, ends in two to four, others", 3,
               [](std::size_t n) { return n % 10 == 1 && n % 100 != 11 ? 0 : form_of_the_end(n, 1); }},
    PluralRule{"one, ends in two to four, others", 3,
               [](std::size_t n) { return n == 1 ? 0 : form_of_the_end(n, 1); }},
    PluralRule{"one, two to four, others", 3, [](std::size_t n) {
                 return std::size_t{n == 1 ? 0u : n >= 2 && n <= 4 ? 1u : 2u};
               }}};

// What is filled into a text: "0:.1f" for each field in braces, whatever their order, and "%d" as it stands.
// None if a brace is open, or the text counts some fields and numbers others.
std::optional<std::vector<std::string>> fields_of_text(std::string_view text) {
  std::vector<std::string> found;
  std::size_t next = 0;
  bool counts = false, numbers = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if ((c == '{' || c == '}') && at + 1 < text.size() && text[at + 1] == c) {
      ++at;
    } else if (c == '{') {
      const std::size_t end = text.find('}', at);
      if (end == std::string_view::npos) return std::nullopt;
      const std::string_view inside = text.substr(at + 1, end - at - 1);
      const std::string_view number = inside.substr(0, inside.find(':'));
      if (!std::ranges::all_of(number, [](char digit) { return digit >= '0' && digit <= '9'; }))
        return std::nullopt;
      (number.empty() ? counts : numbers) = true;
      found.push_back((number.empty() ? std::to_string(next++) : std::string(number)) +
                      std::string(inside.substr(number.size())));
      at = end;
    } else if (c == '}') {
      return std::nullopt;
    } else if (c == '%') {
      const std::size_t end = text.find_first_not_of("0123456789.-", at + 1);
      if (end == std::string_view::npos ||
          std::string_view("dfgsu").find(text[end]) == std::string_view::npos)
        continue;
      found.emplace_back(text.substr(at, end - at + 1));
      at = end;
    }
  }
  if (counts && numbers) return std::nullopt;
  std::ranges::sort(found);
  return found;
}

Translation& translation_in_use() {
  static Translation translation;
  return translation;
}

}  // namespace

Result<Translation> Translation::read(std::string_view json, const std::string& source) {
  const Json file = Json::parse(json, nullptr, false);
  if (!file.is_object() || !file.contains("texts") || !file["texts"].is_object())
    return fail(ErrorCode::cannot_read, source,
                "is no translation. Begin with a copy of tools/preview/texts/en.json.");
  Translation read;
  const auto text_of = [&](const char* name) {
    const auto found = file.find(name);
    return found != file.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  read.language_ = text_of("language");
  const std::string rule_name = text_of("plural");
  const auto rule = std::ranges::find(kPluralRules, std::string_view(rule_name), &PluralRule::name);
  if (rule == kPluralRules.end()) {
    std::string names;
    for (const PluralRule& each : kPluralRules)
      names += (names.empty() ? "'" : ", '") + std::string(each.name) + "'";
    return fail(ErrorCode::cannot_read, source, "\"plural\" must be one of " + names + ".");
  }
  read.form_ = rule->form;
  const auto each_text = [&](const char* section, const auto& use) {
    const auto texts = file.find(section);
    if (texts == file.end() || !texts->is_object()) return;
    for (const auto& [english, text] : texts->items()) {
      if (!text.is_string() || text.template get_ref<const std::string&>().empty()) continue;  // not yet
      const std::string& ours = text.template get_ref<const std::string&>();
      const auto wanted = fields_of_text(english), has = fields_of_text(ours);
      if (!wanted || !has || *wanted != *has)
        read.mistakes_.push_back(
            fmt::format("{}: '{}' has other fields than the English text.", source, ours));
      else
        use(english, ours);
    }
  };
  each_text("texts",
            [&](const std::string& english, const std::string& ours) { read.texts_.emplace(english, ours); });
  each_text("sentences",
            [&](const std::string& english, const std::string& ours) { read.sentences_.add(english, ours); });
  const auto counted = file.find("counted");
  if (counted != file.end() && counted->is_object())
    for (const auto& [english, forms] : counted->items()) {
      std::vector<std::string> ours;
      if (forms.is_array())
        for (const Json& form : forms)
          if (form.is_string()) ours.push_back(form.get<std::string>());
      if (ours.size() != rule->forms)
        read.mistakes_.push_back(
            fmt::format("{}: '{}' needs {} forms, and has {}.", source, english, rule->forms, ours.size()));
      else
        read.counted_.emplace(english, std::move(ours));
    }
  return read;
}

Translation Translation::unusable(std::string mistake) {
  Translation none;
  none.mistakes_.push_back(std::move(mistake));
  return none;
}

const std::string* Translation::find(std::string_view english) const {
  const auto found = texts_.find(english);
  return found == texts_.end() ? nullptr : &found->second;
}

const std::string* Translation::find(std::size_t count, std::string_view one, std::string_view many) const {
  if (counted_.empty()) return nullptr;
  const auto found = counted_.find(std::string(one) + '|' + std::string(many));
  return found == counted_.end() ? nullptr : &found->second[form_(count)];
}

std::string Translation::sentence(std::string_view english) const {
  if (sentences_.empty()) return std::string(english);
  return sentences_.translated(english, [&](std::string_view value) -> std::optional<std::string> {
    if (const std::string* const known = find(value)) return *known;
    std::size_t count = 0;
    const char* const end = value.data() + value.size();
    const auto [after, wrong] = std::from_chars(value.data(), end, count);
    if (wrong != std::errc() || end - after < 2 || *after != ' ') return std::nullopt;
    const std::string_view noun(after + 1, static_cast<std::size_t>(end - after - 1));
    for (const auto& [nouns, forms] : counted_) {
      const std::size_t bar = nouns.find('|');
      if (noun == std::string_view(nouns).substr(0, bar) || noun == std::string_view(nouns).substr(bar + 1))
        return std::to_string(count) + ' ' + forms[form_(count)];
    }
    return std::nullopt;
  });
}

void Translation::each(const std::function<void(const std::string&)>& use) const {
  for (const auto& [english, text] : texts_) use(text);
  for (const auto& [english, forms] : counted_) std::ranges::for_each(forms, use);
  sentences_.each(use);
}

void use_translation(Translation translation) { translation_in_use() = std::move(translation); }
const Translation& used_translation() { return translation_in_use(); }

const char* tr(const char* english) {
  const std::string* const found = translation_in_use().find(english);
  return found == nullptr ? english : found->c_str();
}

std::string tr(std::string_view english) {
  const std::string* const found = translation_in_use().find(english);
  return found == nullptr ? std::string(english) : *found;
}

std::string fill_in(std::string_view english, fmt::format_args values) {
  const std::string* const found = translation_in_use().find(english);
  return fmt::vformat(found == nullptr ? english : std::string_view(*found), values);
}

std::string tr_sentence(std::string_view english) { return translation_in_use().sentence(english); }

const char* plural(std::size_t count, const char* one, const char* many) {
  const std::string* const found = translation_in_use().find(count, one, many);
  return found != nullptr ? found->c_str() : count == 1 ? one : many;
}

}  // namespace mannequin
