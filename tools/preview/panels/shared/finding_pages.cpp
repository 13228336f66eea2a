#include "tools/preview/panels/shared/finding_pages.h"

#include <cstddef>
#include <span>
#include <sstream>
#include <string_view>

#include "engine/io/file.h"
#include "tools/preview/panels/shared/translated_page.h"

namespace mannequin {

std::span<const std::byte> embedded_findings(std::string_view file_name);  // see cmake/Preview.cmake

namespace preview {

namespace {

std::string_view english_page(const std::string& name) { return io::as_text(embedded_findings(name)); }

}  // namespace

bool has_page(const std::string& code) { return !english_page(code + ".md").empty(); }

std::string page_of_finding(const std::string& code) {
  return has_page(code) ? page_in_language(code + ".md", english_page(code + ".md")) : std::string();
}

std::vector<std::string> findings_with_pages() {
  std::vector<std::string> codes;
  std::istringstream list{std::string(english_page("README.md"))};
  constexpr std::string_view kBefore = "](", kAfter = ".md)";
  for (std::string line; std::getline(list, line);) {
    if (!line.starts_with("- [")) continue;
    const std::size_t begin = line.find(kBefore), end = line.find(kAfter);
    if (begin != std::string::npos && end != std::string::npos)
      codes.push_back(line.substr(begin + kBefore.size(), end - begin - kBefore.size()));
  }
  return codes;
}

}  // namespace preview
}  // namespace mannequin
