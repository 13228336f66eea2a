#include "engine/platform/path.h"

#include <string>

#include "engine/platform/windows/handle.h"

namespace mannequin {

std::filesystem::path path_of_utf8(std::string_view text) {
  // What is not UTF-8 becomes U+FFFD, which no name has.
  const int bytes = static_cast<int>(text.size());
  std::wstring wide(text.size(), L'\0');  // never longer than UTF-8
  wide.resize(
      static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, text.data(), bytes, wide.data(), bytes)));
  return wide;
}

}  // namespace mannequin
