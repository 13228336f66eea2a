#include "tools/preview/panels/help/guide_pages.h"

#include <algorithm>
#include <sstream>

#include "engine/core/lower_case.h"
#include "tools/document/translation.h"

namespace mannequin::preview {
namespace {

using Kind = GuideLine::Kind;

// Strips **, ` and link targets.
std::string without_marks(std::string_view text) {
  std::string made;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto address = text.substr(i).starts_with("](") ? text.find(')', i) : std::string_view::npos;
    if (address != std::string_view::npos)
      i = address;
    else if (text[i] != '*' && text[i] != '`' && text[i] != '[')
      made += text[i];
  }
  return made;
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  return first == std::string_view::npos ? "" : std::string(text.substr(first, last - first + 1));
}

// 2 for "## ..."; 0: no heading.
std::size_t heading_level(std::string_view line) {
  const std::size_t marks = line.find_first_not_of('#');
  return marks != std::string_view::npos && line[marks] == ' ' ? marks : 0;
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  std::istringstream text{std::string(line.substr(1))};
  for (std::string cell; std::getline(text, cell, '|');) cells.push_back(without_marks(trimmed(cell)));
  return cells;
}

// "1. ": of a numbered list, whose steps are texts of their own.
bool begins_step(std::string_view line) {
  const std::size_t digits = line.find_first_not_of("0123456789");
  return digits != 0 && digits != std::string_view::npos && line.substr(digits).starts_with(". ");
}

}  // namespace

bool GuidePage::has(std::string_view wanted) const {
  std::string all = lower_case(title);
  for (const GuideLine& line : lines)
    for (const std::string& cell : line.cells) all += ' ' + lower_case(cell);
  std::istringstream words(lower_case(wanted));
  for (std::string word; words >> word;)
    if (all.find(word) == std::string::npos) return false;
  return true;
}

std::vector<GuidePage> guide_pages(std::string_view markdown, std::size_t level) {
  std::vector<GuidePage> pages;
  std::istringstream text{std::string(markdown)};
  bool goes_on = false;  // the previous line belongs to the same paragraph
  for (std::string line; std::getline(text, line);) {
    const std::size_t depth = heading_level(line);
    if (depth == level) pages.push_back({without_marks(line.substr(depth + 1)), {}});
    const bool picture = line.starts_with("!["), rule = line.starts_with("| ---") || line.starts_with("|---");
    if (pages.empty() || line.empty() || picture || rule || depth == level) {
      goes_on = goes_on && rule;
      continue;
    }
    auto& lines = pages.back().lines;
    if (depth > level)
      lines.push_back({Kind::heading, {without_marks(line.substr(depth + 1))}});
    else if (line.starts_with("|"))
      lines.push_back({Kind::row, cells_of(line)});
    else if (line.starts_with("- "))
      lines.push_back({Kind::item, {without_marks(line.substr(2))}});
    else if (goes_on && !begins_step(line))
      lines.back().cells.back() += ' ' + without_marks(trimmed(line));
    else
      lines.push_back({Kind::text, {without_marks(line)}});
    goes_on = lines.back().kind == Kind::text || lines.back().kind == Kind::item;
  }
  return pages;
}

GuidePage command_page(const Commands& commands) {
  GuidePage page{tr("Every command"), {}};
  std::vector<std::string_view> menus;
  for (const Command& command : commands.all())
    if (std::ranges::find(menus, command.menu) == menus.end()) menus.push_back(command.menu);
  for (const std::string_view menu : menus) {
    page.lines.push_back({Kind::heading, {tr(menu)}});
    for (const Command& command : commands.all()) {
      if (command.menu != menu) continue;
      std::string keys;
      for (const Shortcut& shortcut : command.shortcuts) keys += (keys.empty() ? "" : ", ") + shortcut.text();
      page.lines.push_back({Kind::row, {tr(command.name), keys, tr(command.hint)}});
    }
  }
  return page;
}

}  // namespace mannequin::preview
