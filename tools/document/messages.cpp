#include "tools/document/messages.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/document/translation.h"

namespace mannequin::document {

std::string Message::signed_text() const {
  const char* sign = kind == Kind::going_on ? "\u2026"
                     : kind == Kind::done   ? "\u2713"
                     : kind == Kind::error  ? "\u2715"
                                            : "\u25b2";
  return fmt::format("{} {}", sign, text);
}

void Messages::report(Message::Kind kind, std::string text, std::uint64_t until) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  list_.push_back({kind, tr_sentence(text), until});  // it may be the engine's
}

void Messages::outdate_last() {
  if (!list_.empty() && list_.back().kind != Message::Kind::error) list_.back().past = true;
}

}  // namespace mannequin::document
