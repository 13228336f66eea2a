// Shared by the subcommands: exit codes, printing, option checks, and program termination on errors.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/lower_case.h"
#include "engine/core/result.h"
#include "engine/io/note.h"
#include "tools/mannequin/command_line.h"

namespace mannequin::program {

enum ExitCode : int {
  kDone = 0,
  kFaultsFound = 1,
  kWrongUsage = 2,
  kUnreadable = 3,  // an input that cannot be read, an output that cannot be written
  kNoDevice = 4,
};

// --- printing
// Text with control characters, which a terminal would obey, and invalid UTF-8 replaced visibly.
// Newlines are kept.
std::string printable(std::string_view text);

// Used by say() for its arguments: a name must not break its line.
std::string shown(const std::string& text);
template <typename T>
const T& shown(const T& value) {
  return value;
}

// Unchanged, to stdout. output_written detects losses.
void put(std::string_view text);

// Printable text; strings on one line.
template <typename... Args>
void say(std::FILE* to, fmt::format_string<Args...> format, Args&&... args) {
  const std::string text = printable(fmt::vformat(format, fmt::make_format_args(shown(args)...)));
  std::fwrite(text.data(), 1, text.size(), to);
}
template <typename... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
  say(stdout, format, std::forward<Args>(args)...);
}

// Prints the error to stderr and returns the program's exit code.
int report(const Error& error);

// Prints readers' notes to stderr; infos only if `verbose`.
void report(const io::Notes& notes, bool verbose = false);

// The file being processed, for report_no_memory().
void set_current_file(const std::filesystem::path& path) noexcept;

// Reports that memory ran out, without allocating, and returns the program's exit code.
int report_no_memory() noexcept;

// Whether all output was written; reports a failure on stderr.
bool output_written();

// Ends a subcommand with its exit code, or reports its error. CLI11 propagates the code as an
// exception.
[[noreturn]] void finish(const Result<int>& outcome);

// --- options
// For check(): CLI::Range accepts text that is not a number.
CLI::Validator number_between(double least, double greatest);

// No option of any subcommand accepts an empty value, which would count as not given.
void refuse_empty_values(CLI::App& app);

// Fails (bad_argument) if one of these options is given, instead of ignoring it silently; `why` follows the
// option's name. Names unknown to the command count as not given.
Status refuse_options(const CLI::App& command, std::span<const char* const> names, const std::string& why);

// Options that apply to files of one kind.
struct OptionsAbout {
  std::vector<const char*> names;
  const char* kind;  // in the plural
  bool applies;      // to the current file
};

// refuse_options for all that do not apply to `file`.
Status check_options(const CLI::App& command, const std::string& file, std::span<const OptionsAbout> all);

// Each adds its subcommand to the program.
void add_joints(CLI::App& app);
void add_skin(CLI::App& app);
void add_verify(CLI::App& app);
void add_preview(CLI::App& app);
void add_inspect(CLI::App& app);
void add_check(CLI::App& app);
void add_sliders(CLI::App& app);
void add_convert(CLI::App& app);
void add_bind(CLI::App& app);
void add_bake(CLI::App& app);
void add_rebase(CLI::App& app);
void add_unbind(CLI::App& app);
void add_freeze(CLI::App& app);
void add_fit(CLI::App& app);
void add_effects(CLI::App& app);
void add_fit_shape(CLI::App& app);
void add_deform(CLI::App& app);
void add_mend(CLI::App& app);

}  // namespace mannequin::program
