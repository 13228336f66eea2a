#include "tools/document/figures.h"

#include <fmt/format.h>

namespace mannequin::document {

std::string grouped(std::size_t number) {
  std::string text = fmt::format("{}", number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, "\u202f");
  return text;
}

}  // namespace mannequin::document
