// The user's guide and the list of commands as searchable pages.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/preview/panels/shared/commands.h"

namespace mannequin::preview {

struct GuideLine {
  enum class Kind { text, item, heading, row } kind = Kind::text;
  std::vector<std::string> cells;  // one, except in table rows
};

struct GuidePage {
  std::string title;
  std::vector<GuideLine> lines;

  // Whether it contains every word of `wanted`, ignoring case.
  bool has(std::string_view wanted) const;
};

// Splits a Markdown text into one page per heading of a level (1: "# ..."); deeper ones are headings of the
// page. Drops pictures and emphasis marks.
std::vector<GuidePage> guide_pages(std::string_view markdown, std::size_t level = 2);

// Every command with its keys, by menu.
GuidePage command_page(const Commands& commands);

}  // namespace mannequin::preview
