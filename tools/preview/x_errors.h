// Errors of the X server. By default, Xlib prints them in its own terms and ends the program, with the exit
// code of a wrong command line.
#pragma once

#include <string>

namespace mannequin::preview {

// From now on X errors are recorded, and the program continues; if the connection is lost it says so and
// exits as it does without a device. Call once, before the first connection; does nothing without Xlib.
void keep_x_errors();

// The first one since the last call, in the server's words: "BadMatch (invalid parameter attributes)"; empty
// if there was none.
std::string take_x_error();

}  // namespace mannequin::preview
