// Private to the files of contexts.
#pragma once

namespace mannequin {

// How to get OpenGL 4.5 on this system.
extern const char* const kGlRemedy;

}  // namespace mannequin
