// The user's guide and the list of commands as pages that can be searched.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/preview/panels/shared/commands.h"

namespace mannequin::preview {

struct GuideLine {
  enum class Kind { text, item, heading, row } kind = Kind::text;
  std::vector<std::string> cells;  // one, but for rows of a table
};

struct GuidePage {
  std::string title;
  std::vector<GuideLine> lines;

  // Whether it has every word of `wanted`, in any case.
  bool has(std::string_view wanted) const;
};

// Of a text in Markdown, a page for each heading of the second level. Pictures are left out, signs of
// emphasis too.
std::vector<GuidePage> guide_pages(std::string_view markdown);

// Every command with its keys, by menu.
GuidePage command_page(const Commands& commands);

}  // namespace mannequin::preview
