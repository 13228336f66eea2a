#include "engine/platform/open_below.h"

#include <cerrno>
#include <string>

#include "engine/platform/windows/descriptor_of.h"
#include "engine/platform/windows/handle.h"

namespace mannequin {
namespace {

// Where an open file or folder lies, whatever links led there; empty: nobody knows.
std::wstring place_of(const Handle& file) {
  std::wstring name(MAX_PATH, L'\0');
  for (;;) {
    const DWORD length =
        GetFinalPathNameByHandleW(*file, name.data(), static_cast<DWORD>(name.size()), FILE_NAME_NORMALIZED);
    const bool fits = length < name.size();
    name.resize(length);
    if (fits) return name;
  }
}

}  // namespace

Descriptor open_below(const std::filesystem::path& folder, const std::filesystem::path& name) {
  // Another drive, or a server that would be told who asks: not even looked for.
  if (name.has_root_path()) {
    errno = EXDEV;
    return Descriptor();
  }
  const Handle at = open_handle_to_read(folder.empty() ? "." : folder);
  Handle file = at ? open_handle_to_read(folder / name) : Handle();
  if (file) {
    std::wstring above = place_of(at);
    if (!above.ends_with(L'\\')) above += L'\\';
    // A device has no place; it is refused by what it is.
    if (GetFileType(*file) == FILE_TYPE_DISK && !place_of(file).starts_with(above)) {
      errno = EXDEV;
      return Descriptor();
    }
  }
  return descriptor_of(std::move(file));
}

}  // namespace mannequin
