#include "engine/io/collada/dae_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "engine/io/float_text.h"

namespace mannequin::io::collada {

void append_number(std::string& text, float value) {
  text += ' ';
  append_float(text, value);
}

void append_number(std::string& text, double value) {
  char digits[40];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, std::isfinite(value) ? value : 0.0);
  text += ' ';
  text.append(digits, error == std::errc() ? end : digits);
}

void append_number(std::string& text, std::size_t value) {
  char digits[24];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  text += ' ';
  text.append(digits, error == std::errc() ? end : digits);
}

void append_rows(std::string& text, const Mat4& matrix) {
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) append_number(text, matrix[column][row]);
}

std::string UniqueNames::make(const std::string& name) {
  std::string unique = name;
  for (std::size_t& n = last_.try_emplace(name, 1).first->second; !taken_.insert(unique).second;)
    unique = fmt::format("{}{}{}", name, before_, ++n);
  return unique;
}

std::string Ids::make(std::string_view name, std::string_view kind) {
  std::string id;
  for (const char c : name) {
    const bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    id += fits ? c : '_';
  }
  if (id.empty() || !((id[0] >= 'a' && id[0] <= 'z') || (id[0] >= 'A' && id[0] <= 'Z'))) id = "n_" + id;
  id += kind;
  return unique_.make(id);
}

std::string one_word(std::string_view name) {
  std::string word(name.empty() ? "_" : name);
  for (char& c : word)
    if (static_cast<unsigned char>(c) <= 0x20) c = '_';
  return word;
}

}  // namespace mannequin::io::collada
