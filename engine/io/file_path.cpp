#include "engine/io/file_path.h"

#include "engine/platform/path.h"

namespace mannequin::io {

FilePath::Native FilePath::from_utf8(std::string_view text) { return path_of_utf8(text).native(); }

FilePath::Native FilePath::from_utf8(std::u8string_view text) {
  return from_utf8(std::string_view(reinterpret_cast<const char*>(text.data()), text.size()));
}

}  // namespace mannequin::io
