// Lower case for names and file endings: ASCII letters only, whatever the locale.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

namespace mannequin {

constexpr char lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = lower_case(c);
  return lower;
}

// ".glb" of "Body.GLB"; empty for none.
inline std::string lower_ending(const std::filesystem::path& path) {
  return lower_case(path.extension().string());
}

// Whether `text` contains `part`, in upper or lower case.
inline bool contains_any_case(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) { return lower_case(a) == lower_case(b); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end() || part.empty();
}

}  // namespace mannequin
