#include "engine/platform/open_file.h"

#include <fcntl.h>
#include <io.h>

#include <algorithm>

#include "engine/platform/windows/descriptor_of.h"
#include "engine/platform/windows/handle.h"

namespace mannequin {

Descriptor descriptor_of(Handle file) {
  if (!file) {
    set_errno();
    return Descriptor();
  }
  const int number = ::_open_osfhandle(reinterpret_cast<intptr_t>(*file), _O_RDONLY | _O_BINARY);
  if (number >= 0) file.release();
  return Descriptor(number);
}

Descriptor open_to_read(const std::filesystem::path& path, bool) {
  return descriptor_of(open_handle_to_read(path));
}

std::optional<FileStatus> status_of(const Descriptor& file) {
  const auto handle = reinterpret_cast<HANDLE>(::_get_osfhandle(*file));
  if (GetFileType(handle) != FILE_TYPE_DISK) return FileStatus{};
  BY_HANDLE_FILE_INFORMATION about;
  if (!GetFileInformationByHandle(handle, &about)) {
    set_errno();
    return std::nullopt;
  }
  if ((about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
    return FileStatus{FileStatus::Kind::folder, 0};
  return FileStatus{FileStatus::Kind::regular, (std::size_t{about.nFileSizeHigh} << 32) | about.nFileSizeLow};
}

std::ptrdiff_t read_some(const Descriptor& file, std::span<std::byte> into) {
  constexpr std::size_t kAtOnce = std::size_t{1} << 30;
  return ::_read(*file, into.data(), static_cast<unsigned>(std::min(into.size(), kAtOnce)));
}

}  // namespace mannequin
