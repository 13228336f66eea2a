#include "engine/io/companion.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "engine/io/read_all.h"
#include "engine/platform/open_below.h"

namespace mannequin::io {

namespace fs = std::filesystem;

Result<Bytes> read_companion(const fs::path& folder, const fs::path& name) {
  const fs::path path = folder / name;
  const auto refused = [&](std::string what) {
    return fail(ErrorCode::cannot_read, path.string(), std::move(what));
  };
  const Descriptor file = open_below(folder, name);
  if (!file && (errno == ENOENT || errno == ENOTDIR)) return refused("there is no such file; check the path");
  if (!file && (errno == EXDEV || errno == ELOOP))
    return refused("leads out of the folder; put the file itself there");
  const std::optional<FileStatus> status = file ? status_of(file) : std::nullopt;
  if (!status) return refused(fmt::format("cannot be opened: {}", std::strerror(errno)));
  if (status->kind != FileStatus::Kind::regular)
    return refused("is a folder, a pipe or a device where a file was expected; put the file there");
  return read_all(file, *status, path);
}

}  // namespace mannequin::io
