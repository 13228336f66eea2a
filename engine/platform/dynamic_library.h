// Libraries loaded at run time, such as a driver's.
#pragma once

namespace mannequin {

// Opens a library by name from the system's folders, independently of what the program is linked with, and
// never closes it: drivers do not unload cleanly. Null: not found.
void* open_library(const char* name);

// The address of a function; null if the library does not export it. `library` is not null.
void* library_function(void* library, const char* name);

// Vulkan's loader, for open_library().
extern const char* const kVulkanLibrary;

}  // namespace mannequin
