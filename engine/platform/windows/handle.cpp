#include "engine/platform/windows/handle.h"

#include <cerrno>
#include <cstring>

namespace mannequin {

std::wstring system_name(const std::filesystem::path& path) {
  constexpr std::size_t kShort = 240;  // below MAX_PATH, with room for what the system appends
  if (path.native().size() < kShort) return path.native();
  std::error_code error;
  std::filesystem::path whole = std::filesystem::absolute(path, error).lexically_normal();
  const std::wstring name = whole.make_preferred().native();
  if (error || name.starts_with(LR"(\\?\)") || name.starts_with(LR"(\\.\)")) return name;
  return name.starts_with(LR"(\\)") ? LR"(\\?\UNC\)" + name.substr(2) : LR"(\\?\)" + name;
}

void set_errno() {
  switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_DRIVE:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_PATHNAME:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME:
    case ERROR_FILENAME_EXCED_RANGE:
      errno = ENOENT;
      break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
    case ERROR_WRITE_PROTECT:
      errno = EACCES;
      break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
      errno = ENOSPC;
      break;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
      errno = ENOMEM;
      break;
    default:
      errno = EIO;
  }
}

std::string last_error_text() {
  set_errno();
  return std::strerror(errno);
}

Handle open_handle_to_read(const std::filesystem::path& path) {
  // Others may go on writing, renaming and removing it. A folder is opened only with the last flag.
  return Handle(CreateFileW(system_name(path).c_str(), GENERIC_READ,
                            FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                            FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS, nullptr));
}

}  // namespace mannequin
