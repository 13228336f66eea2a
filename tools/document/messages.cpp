#include "tools/document/messages.h"

#include <fmt/format.h>

namespace mannequin::document {

std::string Message::signed_text() const {
  const char* sign = kind == Kind::done ? "\u2713" : kind == Kind::error ? "\u2715" : "\u25b2";
  return fmt::format("{} {}", sign, text);
}

}  // namespace mannequin::document
