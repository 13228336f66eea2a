// The command line. Each subcommand has its own file; shared: avatar_options, program.
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "engine/platform/path.h"
#include "engine/platform/program.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

// CLI11 treats an argument in brackets as a list if several are allowed; a file may have such a name.
bool is_list_and_file(const std::string& subcommand, const std::string& argument) {
  std::error_code error;
  return (subcommand == "verify" || subcommand == "preview") && argument.starts_with('[') &&
         argument.ends_with(']') && std::filesystem::exists(path_of_utf8(argument), error);
}

std::vector<std::string> arguments(const std::vector<std::string>& given) {
  std::vector<std::string> all;
  for (const std::string& argument : given) {
    // CLI11 would take the next argument as the value.
    const bool empty = argument.starts_with("--") && argument.find('=') == argument.size() - 1;
    all.push_back(is_list_and_file(given.front(), argument) ? "./" + argument
                  : empty                                   ? argument.substr(0, argument.size() - 1)
                                                            : argument);
    if (empty) all.emplace_back();
  }
  return all;
}

// "A subcommand is required" does not help if one was given.
int report_no_subcommand(const CLI::App& app, const std::string& given) {
  std::string names;
  for (const CLI::App* subcommand : app.get_subcommands({}))
    names += (names.empty() ? "" : ", ") + subcommand->get_name();
  say(stderr, "mannequin: there is no subcommand '{}'; choose from {}. See 'mannequin --help'\n", given,
      names);
  return kWrongUsage;
}

// File managers and menus start it without arguments; without a display it lists the commands.
bool shall_open_window() {
#ifdef MANNEQUIN_HAS_PREVIEW
  return has_display();
#else
  return false;
#endif
}

int run_program(const std::vector<std::string>& given) {
  CLI::App app{
      "Mannequin deforms Second Life / OpenSim avatars: it applies appearance sliders and the joint offsets "
      "of worn\n"
      "meshes to the skeleton, and skins bound meshes.\n\n"
      "Try:  mannequin preview                      the window, on the built-in body; also without "
      "arguments\n"
      "      mannequin preview dress.dae            your own mesh under the sliders\n"
      "      mannequin joints --set Height=100%     where every joint is\n"
      "      mannequin skin body.glb -o out.glb     a deformed mesh\n\n"
      "Exit codes: 0 done, 1 a check found faults, 2 wrong usage, 3 an input cannot be read, 4 a device is "
      "missing."};
  app.name("mannequin");
  app.allow_windows_style_options(false);  // a path may begin with /
  app.set_version_flag("--version", "mannequin " MANNEQUIN_PROGRAM_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(36);
  add_preview(app);
  add_joints(app);
  add_skin(app);
  add_inspect(app);
  add_check(app);
  add_fit(app);
  add_effects(app);
  add_convert(app);
  add_bind(app);
  add_rebase(app);
  add_unbind(app);
  add_freeze(app);
  add_fit_shape(app);
  add_deform(app);
  add_mend(app);
  add_bake(app);
  add_sliders(app);
  add_verify(app);
  for (CLI::App* subcommand : app.get_subcommands({}))
    subcommand->set_version_flag("--version", "mannequin " MANNEQUIN_PROGRAM_VERSION);
  refuse_empty_values(app);
  try {
    std::vector<std::string> all = arguments(given);
    if (all.empty() && shall_open_window()) all.emplace_back("preview");
    std::ranges::reverse(all);  // as CLI11 expects them
    app.parse(std::move(all));
  } catch (const CLI::RuntimeError& ended) {
    return ended.get_exit_code();
  } catch (const CLI::RequiredError& error) {
    const std::vector<std::string> left = app.remaining();
    return app.get_subcommands().empty() && !left.empty() ? report_no_subcommand(app, left.front())
                                                          : (app.exit(error), kWrongUsage);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kWrongUsage;
  } catch (const std::bad_alloc&) {
    return report_no_memory();
  } catch (const std::system_error& error) {
    // No thread could be started.
    if (error.code() == std::errc::resource_unavailable_try_again) return report_no_memory();
    say(stderr, "mannequin: stopped unexpectedly: {}\n", error.what());
    return kUnreadable;
  } catch (const std::exception& error) {
    say(stderr, "mannequin: stopped unexpectedly: {}\n", error.what());
    return kUnreadable;
  }
  return kDone;
}

// Where nothing can catch it: before main() CLI11 makes its validators.
[[noreturn]] void end_uncaught() {
  try {
    if (const std::exception_ptr uncaught = std::current_exception()) std::rethrow_exception(uncaught);
  } catch (const std::bad_alloc&) {
    std::_Exit(report_no_memory());
  } catch (...) {
  }
  std::abort();
}

// Before all other objects of the program.
[[gnu::constructor(101)]] void prepare_for_no_memory() { std::set_terminate(end_uncaught); }

}  // namespace
}  // namespace mannequin::program

int main(int argc, char** argv) {
  using namespace mannequin::program;
  int code = kUnreadable;
  try {
    const std::vector<std::string> given = mannequin::start_program(argc, argv);
    code = run_program(given);
    if (given.empty() && code != kDone) mannequin::let_own_console_be_read();
  } catch (const std::bad_alloc&) {
    return report_no_memory();
  }
  return output_written() ? code : kUnreadable;
}
