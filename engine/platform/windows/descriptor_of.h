// From Windows' handles to the C library's files.
#pragma once

#include "engine/platform/descriptor.h"
#include "engine/platform/windows/handle.h"

namespace mannequin {

// Of a file that is read. Null, with errno, of a null one.
Descriptor descriptor_of(Handle file);

}  // namespace mannequin
