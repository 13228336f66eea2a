#include "tools/document/sentences.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace mannequin {
namespace {

constexpr int kMostNested = 4;

// The values that make `text`, or a beginning of it, from the English; none if it was made from another one.
// What stands between two texts is the shortest possible.
std::optional<std::pair<std::vector<std::string_view>, std::size_t>> values_in(std::string_view text,
                                                                               const FilledText& english,
                                                                               bool whole) {
  if (!text.starts_with(english.literals.front())) return std::nullopt;
  std::vector<std::string_view> values(english.fields.size());
  std::size_t at = english.literals.front().size();
  for (std::size_t i = 0; i < english.fields.size(); ++i) {
    const std::string& next = english.literals[i + 1];
    const bool last = i + 1 == english.fields.size();
    std::size_t end = text.find(next, at);
    if (last && whole) {
      if (text.size() < at + next.size() || !text.ends_with(next)) return std::nullopt;
      end = text.size() - next.size();
    }
    if (end == std::string_view::npos) return std::nullopt;
    values[english.fields[i]] = text.substr(at, end - at);
    at = end + next.size();
  }
  if (whole && at != text.size()) return std::nullopt;
  return std::pair(std::move(values), at);
}

}  // namespace

FilledText FilledText::of(std::string_view text) {
  FilledText cut{{""}, {}};
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool doubled = at + 1 < text.size() && text[at + 1] == c;
    if ((c == '{' || c == '}') && doubled) ++at;
    const std::size_t end = c == '{' && !doubled ? text.find('}', at) : std::string_view::npos;
    if (end == std::string_view::npos) {
      cut.literals.back() += c;
      continue;
    }
    std::size_t number = cut.fields.size();
    std::from_chars(text.data() + at + 1, text.data() + end, number);
    cut.fields.push_back(number);
    cut.literals.emplace_back();
    at = end;
  }
  return cut;
}

std::size_t FilledText::length() const {
  std::size_t sum = 0;
  for (const std::string& literal : literals) sum += literal.size();
  return sum;
}

void Sentences::add(std::string_view english, std::string_view text) {
  FilledText cut = FilledText::of(english);
  // Of ours, each field has one number; a file may have any.
  if (std::ranges::any_of(cut.fields, [&](std::size_t field) { return field >= cut.fields.size(); })) return;
  known_.push_back({std::move(cut), FilledText::of(text)});
}

void Sentences::each(const std::function<void(const std::string&)>& use) const {
  for (const Known& known : known_)
    for (const std::string& literal : known.text.literals) use(literal);
}

// The one with the most text of its own: others with the same beginning and end say less.
std::optional<Sentences::Found> Sentences::best(std::string_view english, bool whole) const {
  std::optional<Found> found;
  for (const Known& known : known_) {
    if (found && known.english.length() <= found->known->english.length()) continue;
    // A beginning ends where its text does.
    if (!whole && known.english.literals.back().empty()) continue;
    if (auto values = values_in(english, known.english, whole))
      found = Found{&known, std::move(values->first), values->second};
  }
  return found;
}

std::string Sentences::filled(const Found& found, const OfValue& of_value, int depth) const {
  const FilledText &english = found.known->english, &text = found.known->text;
  std::string made = text.literals.front();
  for (std::size_t i = 0; i < text.fields.size(); ++i) {
    const std::size_t number = text.fields[i];
    const std::string_view value = number < found.values.size() ? found.values[number] : std::string_view();
    const auto place = std::ranges::find(english.fields, number) - english.fields.begin();
    const bool quoted = english.literals[static_cast<std::size_t>(place)].ends_with('\'');
    const auto its = quoted ? std::nullopt : find(value, of_value, depth + 1);
    made.append(its ? *its : value).append(text.literals[i + 1]);
  }
  return made;
}

std::optional<std::string> Sentences::find(std::string_view english, const OfValue& of_value,
                                           int depth) const {
  if (english.empty() || depth > kMostNested) return std::nullopt;
  if (auto value = of_value(english)) return value;
  if (const auto whole = best(english, true)) return filled(*whole, of_value, depth);
  // Several in a row.
  if (const auto first = best(english, false)) {
    const std::string_view rest = english.substr(first->length);
    if (rest == ".") return filled(*first, of_value, depth) + '.';
    if (const auto others = find(rest, of_value, depth + 1)) return filled(*first, of_value, depth) + *others;
  }
  // After the place that it is about: "dress.dae, mesh 'sleeve': has no weights"; or before what to do.
  for (const char* const sign : {": ", "; "}) {
    const std::size_t at = english.find(sign);
    if (at == std::string_view::npos) continue;
    const auto rest = find(english.substr(at + 2), of_value, depth + 1);
    if (!rest) continue;
    const std::string_view first = english.substr(0, at);
    return find(first, of_value, depth + 1).value_or(std::string(first)) + sign + *rest;
  }
  return std::nullopt;
}

std::string Sentences::translated(std::string_view english, const OfValue& of_value) const {
  return find(english, of_value, 0).value_or(std::string(english));
}

}  // namespace mannequin
