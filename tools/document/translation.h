// The window's texts in another language. English is the key: code says tr("Open..."), and where no
// translation is in use, or it lacks the text, English is shown. tools/preview/texts/ has the catalogue of
// all texts.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "tools/document/sentences.h"

namespace mannequin {

// What a translator's file holds, in the form of the catalogue.
class Translation {
 public:
  // A text whose fields ("{}", "{:.1f}", "%d") are not the English ones is left out: see mistakes().
  static Result<Translation> read(std::string_view json, const std::string& source);
  // Without any text, with this mistake.
  static Translation unusable(std::string mistake);

  const std::string& language() const { return language_; }
  // The folder with pages of the guide and about findings, each called as its English one; empty: none.
  const std::filesystem::path& pages() const { return pages_; }
  void keep_pages(std::filesystem::path folder) { pages_ = std::move(folder); }
  // Null if there is none.
  const std::string* find(std::string_view english) const;
  const std::string* find(std::size_t count, std::string_view one, std::string_view many) const;
  // A sentence of the engine's, such as a finding or an error, as far as its texts are known.
  std::string sentence(std::string_view english) const;
  std::size_t size() const { return texts_.size() + counted_.size() + sentences_.size(); }
  void each(const std::function<void(const std::string&)>& use) const;
  // A sentence each.
  const std::vector<std::string>& mistakes() const { return mistakes_; }

 private:
  std::string language_;
  std::filesystem::path pages_;
  std::size_t (*form_)(std::size_t count) = nullptr;
  std::map<std::string, std::string, std::less<>> texts_;
  std::map<std::string, std::vector<std::string>, std::less<>> counted_;  // by "vertex|vertices"
  Sentences sentences_;
  std::vector<std::string> mistakes_;
};

// From now on, texts are in it. For the whole program: call it before any other thread asks for a text.
void use_translation(Translation translation);
const Translation& used_translation();

// `english` in the user's language. The literal itself, or text of the translation.
const char* tr(const char* english);
std::string tr(std::string_view english);
// The same with fields to fill in, as fmt::format does.
std::string fill_in(std::string_view english, fmt::format_args values);
template <typename First, typename... Rest>
std::string tr(fmt::format_string<First, Rest...> english, First&& first, Rest&&... rest) {
  return fill_in(std::string_view(fmt::string_view(english).data(), fmt::string_view(english).size()),
                 fmt::make_format_args(first, rest...));
}
// A sentence that the engine has made in English.
std::string tr_sentence(std::string_view english);
// The noun for so many.
const char* plural(std::size_t count, const char* one, const char* many);

// Marks a text of a table for the catalogue. It is translated where it is drawn: tr(row.name).
constexpr const char* marked(const char* english) { return english; }

}  // namespace mannequin
