// Files read while the window waits, and therefore limited in total size.
#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/core/result.h"
#include "engine/io/file.h"

namespace mannequin::document {

class SmallFiles {
 public:
  // A shape has 4 to 30 kB, a pose less.
  static constexpr std::uintmax_t kMostBytes = std::uintmax_t{4} << 20;

  // As io::read_regular_file(). Also fails (unsupported)
  // if the total read so far would exceed kMostBytes.
  Result<io::Bytes> read(const std::filesystem::path& path);

 private:
  std::uintmax_t left_ = kMostBytes;
};

}  // namespace mannequin::document
