#include "tools/document/reason.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "tools/document/translation.h"
#include "tools/document/window_words.h"

namespace mannequin::document {
namespace {

// The part of `where` beyond the file: "line 41", "mesh 'arm'"; empty if it is only the file.
std::string place_in(std::string_view where, const std::filesystem::path& path) {
  for (const std::string& file : {path.string(), path.filename().string()})
    if (!file.empty() && where.starts_with(file)) {
      where.remove_prefix(file.size());
      break;
    }
  // An option of the command line is no place in a file.
  where = where.substr(0, where.find("--"));
  while (where.ends_with(' ') || where.ends_with(',')) where.remove_suffix(1);
  const bool is_line = where.size() > 1 && where.front() == ':' &&
                       std::ranges::all_of(where.substr(1), [](unsigned char c) { return std::isdigit(c); });
  const auto begin = where.find_first_not_of(":, ");
  if (begin == std::string_view::npos) return {};
  const std::string place(where.substr(begin));
  return is_line ? tr("line {}", place) : place;
}

}  // namespace

std::string reason_of(const Error& error, const std::filesystem::path& path) {
  std::string reason = in_window_words(error.what);
  if (reason.ends_with('.')) reason.pop_back();
  const std::string place = place_in(error.where, path);
  return place.empty() ? reason + "." : fmt::format("{} ({}).", reason, place);
}

std::string left_unchanged(const Error& error, const std::filesystem::path& path) {
  std::error_code unknown;
  return std::filesystem::is_regular_file(path, unknown) && error.what.find("unchanged") == std::string::npos
             ? fmt::format(" {}", tr("The existing file is unchanged."))
             : std::string();
}

std::string named_reason(const Error& error, const std::filesystem::path& path) {
  return fmt::format("{}: {}", path.filename().string(), reason_of(error, path));
}

}  // namespace mannequin::document
