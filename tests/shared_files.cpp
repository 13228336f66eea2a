#include "tests/shared_files.h"

#include <zlib.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace mannequin::test {

nlohmann::json read_json(const std::filesystem::path& path) {
  // gzread passes plain files through, so both kinds go the same way.
  const gzFile file = gzopen(path.c_str(), "rb");
  if (file == nullptr) throw std::runtime_error("cannot open " + path.string());
  std::string text;
  char piece[1 << 16];
  for (int got; (got = gzread(file, piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<std::size_t>(got));
  gzclose(file);
  return nlohmann::json::parse(text);
}

}  // namespace mannequin::test
