#include "tools/preview/panels/shared/rare_letters.h"

#include <imgui_internal.h>

#include <utility>

#include "tools/preview/panels/shared/theme.h"

namespace mannequin::preview {

void RareLetters::want(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at < end) {
    unsigned letter = 0;
    const int length = ImTextCharFromUtf8(&letter, at, end);
    at += length > 0 ? length : 1;
    if (letter < 0x80 || letter > IM_UNICODE_CODEPOINT_MAX || letter == IM_UNICODE_CODEPOINT_INVALID ||
        always_loaded(letter))
      continue;
    new_ = letters_.insert(static_cast<ImWchar>(letter)).second || new_;
  }
}

bool RareLetters::take_new() { return std::exchange(new_, false); }

ImVector<ImWchar> RareLetters::ranges() const {
  ImVector<ImWchar> ranges;
  if (letters_.empty()) return ranges;
  for (const ImWchar letter : letters_) {
    ranges.push_back(letter);
    ranges.push_back(letter);
  }
  ranges.push_back(0);
  return ranges;
}

}  // namespace mannequin::preview
