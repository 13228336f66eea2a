#include "engine/platform/dynamic_library.h"

#include "engine/platform/path.h"
#include "engine/platform/windows/handle.h"

namespace mannequin {

const char* const kVulkanLibrary = "vulkan-1.dll";

void* open_library(const char* name) {
  // Never from the folder of a file that somebody opened.
  return LoadLibraryExW(path_of_utf8(name).c_str(), nullptr,
                        LOAD_LIBRARY_SEARCH_APPLICATION_DIR | LOAD_LIBRARY_SEARCH_SYSTEM32);
}

void* library_function(void* library, const char* name) {
  return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(library), name));
}

}  // namespace mannequin
