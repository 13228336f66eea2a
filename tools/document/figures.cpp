#include "tools/document/figures.h"

#include <fmt/format.h>

#include <cmath>

#include "tools/document/translation.h"

namespace mannequin::document {

std::string grouped(std::size_t number) {
  std::string text = fmt::format("{}", number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, "\u202f");
  return text;
}

std::string counted(std::size_t count, const char* one, const char* many) {
  return grouped(count) + ' ' + plural(count, one, many);
}

std::string percent_text(double percent) {
  return std::abs(percent - std::round(percent)) < 0.005 ? fmt::format("{:.0f}", percent)
                                                         : fmt::format("{:.1f}", percent);
}

}  // namespace mannequin::document
