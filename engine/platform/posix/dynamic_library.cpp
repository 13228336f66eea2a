#include "engine/platform/dynamic_library.h"

#include <dlfcn.h>

namespace mannequin {

const char* const kVulkanLibrary = "libvulkan.so.1";

void* open_library(const char* name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }

void* library_function(void* library, const char* name) { return dlsym(library, name); }

}  // namespace mannequin
