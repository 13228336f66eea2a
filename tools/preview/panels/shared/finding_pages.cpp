#include "tools/preview/panels/shared/finding_pages.h"

#include <cstddef>
#include <span>
#include <sstream>

#include "engine/io/file.h"

namespace mannequin {

std::span<const std::byte> embedded_findings(std::string_view file_name);  // see cmake/Preview.cmake

namespace preview {

std::string_view page_of_finding(const std::string& code) {
  return io::as_text(embedded_findings(code + ".md"));
}

std::vector<std::string> findings_with_pages() {
  std::vector<std::string> codes;
  std::istringstream list{std::string(page_of_finding("README"))};
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
