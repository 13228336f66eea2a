// What the subcommands share: exit codes, printing, and how errors end the program.
#pragma once

#include <CLI/CLI.hpp>
#include <string_view>

#include "engine/core/result.h"
#include "engine/io/note.h"

namespace mannequin::program {

enum ExitCode : int {
  kDone = 0,
  kFaultsFound = 1,
  kWrongUsage = 2,
  kUnreadable = 3,  // an input that cannot be read, an output that cannot be written
  kNoDevice = 4,
};

// Prints the error to stderr and says what the program should return.
int report(const Error& error);

// Prints what readers noticed, to stderr; infos only when `verbose`.
void report(const io::Notes& notes, bool verbose = false);

// Ends a subcommand with its exit code, or with its error, reported. CLI11 carries the code out as an
// exception.
[[noreturn]] void finish(const Result<int>& outcome);

// Each adds its subcommand to the program.
void add_joints(CLI::App& app);
void add_skin(CLI::App& app);
void add_verify(CLI::App& app);
void add_preview(CLI::App& app);
void add_inspect(CLI::App& app);
void add_check(CLI::App& app);
void add_sliders(CLI::App& app);
void add_convert(CLI::App& app);

}  // namespace mannequin::program
