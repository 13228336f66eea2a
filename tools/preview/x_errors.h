// What an X server complains of. Left alone, Xlib tells it in the words of its own programmers and ends the
// program, with the exit code of a wrong command line.
#pragma once

#include <string>

namespace mannequin::preview {

// From now on errors of X servers are kept, and the program goes on; where the connection is lost it says so
// and ends, as without a device. Once, before the first connection; nothing happens without Xlib.
void keep_x_errors();

// The first one since the last call, in the server's words: "BadMatch (invalid parameter attributes)"; empty
// if there was none.
std::string take_x_error();

}  // namespace mannequin::preview
