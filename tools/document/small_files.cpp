#include "tools/document/small_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/io/regular_file.h"

namespace mannequin::document {

Result<io::Bytes> SmallFiles::read(const std::filesystem::path& path) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  if (!error && bytes > left_)
    return fail(ErrorCode::unsupported, path.filename().string(),
                fmt::format("there are more than {} MB of shapes and poses to read at once; a shape has "
                            "some 20 kB: take away what is none",
                            kMostBytes >> 20));
  auto read = io::read_regular_file(path);
  if (read) left_ -= std::min<std::uintmax_t>(left_, read->size());
  return read;
}

}  // namespace mannequin::document
