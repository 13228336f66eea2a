// The catalogue with every text in capitals: what is shown in small letters has none.
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/io/file.h"
#include "tools/document/translation.h"

namespace mannequin::test {

inline Translation loud_translation() {
  const auto path = std::filesystem::path(MANNEQUIN_SOURCE_DIR) / "tools/preview/texts/en.json";
  const auto bytes = io::read_file(path);
  if (!bytes) return {};
  nlohmann::json catalogue = nlohmann::json::parse(io::as_text(*bytes));
  for (const char* part : {"texts", "sentences"})
    for (auto& [english, text] : catalogue[part].items()) {
      const bool has_fields = english.find('%') != std::string::npos;
      std::string capitals;
      bool in_field = false;
      for (const char c : english) {
        in_field = c == '{' || (in_field && c != '}');
        capitals +=
            in_field || has_fields ? c : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      }
      text = capitals;
    }
  auto read = Translation::read(catalogue.dump(), path.string());
  return read ? *read : Translation();
}

inline bool is_loud(const std::string& text) {
  return std::ranges::none_of(text, [](unsigned char c) { return std::islower(c) != 0; });
}

}  // namespace mannequin::test
