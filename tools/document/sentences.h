// The engine's sentences in another language. The engine words what it finds and refuses in English, without
// knowing of languages, so a sentence is found again by the English text around what was filled in.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mannequin {

// A text cut at its fields.
struct FilledText {
  std::vector<std::string> literals;  // one more than `fields`
  std::vector<std::size_t> fields;    // numbers of the values filled in between them

  static FilledText of(std::string_view text);  // with fields as fmt::format has them
  std::size_t length() const;                   // of the literals
};

class Sentences {
 public:
  // Something filled in, such as "12 vertices" or a slider's name, in the language; nothing if it is not
  // known.
  using OfValue = std::function<std::optional<std::string>(std::string_view)>;

  // Both have the same fields.
  void add(std::string_view english, std::string_view text);
  bool empty() const { return known_.empty(); }
  std::size_t size() const { return known_.size(); }
  // What is not known stays English, what is quoted as it is.
  std::string translated(std::string_view english, const OfValue& of_value) const;
  void each(const std::function<void(const std::string&)>& use) const;

 private:
  struct Known {
    FilledText english, text;
  };
  struct Found {
    const Known* known = nullptr;
    std::vector<std::string_view> values;
    std::size_t length = 0;  // of the sentence
  };
  std::optional<std::string> find(std::string_view english, const OfValue& of_value, int depth) const;
  std::optional<Found> best(std::string_view english, bool whole) const;
  std::string filled(const Found& found, const OfValue& of_value, int depth) const;

  std::vector<Known> known_;
};

}  // namespace mannequin
