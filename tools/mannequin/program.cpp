#include "tools/mannequin/program.h"

#include <algorithm>
#include <iostream>

namespace mannequin::program {

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  std::size_t more = 0;  // remaining bytes of the UTF-8 sequence
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const bool continues = (c & 0xc0) == 0x80;
    const bool second_set = c == 0xc2 && next >= 0x80 && next < 0xa0;  // U+0080 to U+009F
    const bool first_set = c == 0x7f || (c < 0x20 && c != '\n');
    const bool stray = continues ? more == 0 : c == 0xc0 || c == 0xc1 || c > 0xf4;
    more = continues ? (more > 0 ? more - 1 : 0) : stray || c < 0x80 ? 0 : c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
    out.push_back(first_set || second_set || stray ? '?' : text[i]);
    if (!second_set) continue;
    ++i;
    more = 0;
  }
  return out;
}

std::string shown(const std::string& text) {
  std::string line = text;
  std::ranges::replace(line, '\n', ' ');
  return line;
}

void put(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

int report(const Error& error) {
  // A driver's compiler may report several lines; anything else gets one, whatever names it contains.
  const bool from_driver = error.code == ErrorCode::device || error.code == ErrorCode::no_device;
  const std::string what = from_driver ? error.what : shown(error.what);
  say(stderr, "mannequin: {}{}{}\n", error.where, error.where.empty() ? "" : ": ", std::string_view(what));
  switch (error.code) {
    case ErrorCode::no_device:
    case ErrorCode::device:
      return kNoDevice;
    case ErrorCode::bad_argument:
      return kWrongUsage;
    case ErrorCode::cannot_read:
    case ErrorCode::bad_data:
    case ErrorCode::unsupported:
    case ErrorCode::cannot_write:
      break;
  }
  return kUnreadable;
}

void report(const io::Notes& notes, bool verbose) {
  for (const io::Note& note : notes) {
    if (note.severity == io::Severity::info && !verbose) continue;
    const char* word = note.severity == io::Severity::error     ? "error"
                       : note.severity == io::Severity::warning ? "warning"
                                                                : "note";
    say(stderr, "{}: {}: {} [{}]\n", word, note.where, note.what, note.code);
  }
}

namespace {
char current_file[512] = "";
}

void set_current_file(const std::filesystem::path& path) noexcept {
  try {
    std::snprintf(current_file, sizeof current_file, "%s: ", path.filename().string().c_str());
  } catch (const std::exception&) {  // no memory even for this, or a name that is not UTF-16
    current_file[0] = 0;
  }
  for (char& c : current_file)
    if (c != 0 && static_cast<unsigned char>(c) < 0x20) c = '?';
}

int report_no_memory() noexcept {
  std::fprintf(stderr,
               "mannequin: %snot enough memory; close other programs, or split the file into smaller ones\n",
               current_file);
  return kUnreadable;
}

bool output_written() {
  std::cout.flush();  // CLI11 prints help through it
  const bool flushed = std::fflush(stdout) == 0;
  if (flushed && std::cout && std::ferror(stdout) == 0) return true;
  say(stderr, "mannequin: cannot write all output; is the disk full?\n");
  return false;
}

void finish(const Result<int>& outcome) {
  throw CLI::RuntimeError(outcome ? *outcome : report(outcome.error()));
}

CLI::Validator number_between(double least, double greatest) {
  const auto check = [=](std::string& text) -> std::string {
    double value = 0.0;
    if (CLI::detail::lexical_cast(text, value) && value >= least && value <= greatest) return {};
    return fmt::format("'{}' is not a number from {:g} to {:g}", text, least, greatest);
  };
  return {check, fmt::format("{:g} to {:g}", least, greatest)};
}

void refuse_empty_values(CLI::App& app) {
  const auto check = [](std::string& text) -> std::string {
    return text.empty() ? "the value is empty; give one, or omit the option" : "";
  };
  for (CLI::App* command : app.get_subcommands({}))
    for (CLI::Option* option : command->get_options())
      option->transform(CLI::Validator(check, ""));  // runs before all checks, and changes nothing
}

Status refuse_options(const CLI::App& command, std::span<const char* const> names, const std::string& why) {
  for (const char* name : names)
    if (const CLI::Option* option = command.get_option_no_throw(name); option != nullptr && *option)
      return fail(ErrorCode::bad_argument, name, why);
  return {};
}

Status check_options(const CLI::App& command, const std::string& file, std::span<const OptionsAbout> all) {
  for (const OptionsAbout& options : all) {
    if (options.applies) continue;
    const std::string why = fmt::format("applies only to {}, which {} is not; omit it", options.kind, file);
    if (auto status = refuse_options(command, options.names, why); !status) return status;
  }
  return {};
}

}  // namespace mannequin::program
