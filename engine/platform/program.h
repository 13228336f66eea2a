// What a program asks of its system: where it is started, and by whom it is read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mannequin {

// First of all, in main(): the arguments after the program's name, in UTF-8. From here on output is the bytes
// that were written, and a file that grows beyond its allowed size is an error like any other.
std::vector<std::string> start_program(int argc, char** argv);

// Whether somebody watches: a progress that moves is only for a terminal.
bool errors_are_watched();

// Whether a window can be shown; true on systems where only an attempt would tell.
bool has_display();

// A double-click opens a console for a program of the command line. Once a window shows, that console, if it
// is this program's alone, closes; if the program ends without a window, it waits for Enter first.
void leave_own_console();
void let_own_console_be_read();

// Empty: nobody says.
std::filesystem::path home_folder();

}  // namespace mannequin
