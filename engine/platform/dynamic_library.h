// Libraries that are looked for at run time, such as a driver's.
#pragma once

namespace mannequin {

// Opened by its name in the system's folders, apart from what the program is linked with, and never closed:
// drivers unload badly. Null: there is none.
void* open_library(const char* name);

// The address of a function; null: it has none of this name. `library` is not null.
void* library_function(void* library, const char* name);

}  // namespace mannequin
