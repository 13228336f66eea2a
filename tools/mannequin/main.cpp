// The command line. Each subcommand has a file of its own name; shared by all: avatar_options, program.
#include <cstdio>
#include <exception>

#include "tools/mannequin/program.h"

int main(int argc, char** argv) {
  using namespace mannequin::program;
  CLI::App app{
      "Mannequin deforms Second Life / OpenSim avatars: it applies appearance sliders and the joint offsets "
      "of worn\n"
      "meshes to the skeleton, and skins bound meshes.\n\n"
      "Try:  mannequin preview                      the window, on the built-in body\n"
      "      mannequin preview dress.dae            your own mesh under the sliders\n"
      "      mannequin joints --set Height=100%     where every joint is\n"
      "      mannequin skin body.glb -o out.glb     a deformed mesh\n\n"
      "Exit codes: 0 done, 1 a check found faults, 2 wrong usage, 3 an input cannot be read, 4 a device is "
      "missing."};
  app.name("mannequin");
  app.set_version_flag("--version", "mannequin " MANNEQUIN_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->column_width(36);
  add_preview(app);
  add_joints(app);
  add_skin(app);
  add_inspect(app);
  add_check(app);
  add_convert(app);
  add_sliders(app);
  add_verify(app);
  for (CLI::App* subcommand : app.get_subcommands({}))
    subcommand->set_version_flag("--version", "mannequin " MANNEQUIN_VERSION);
  try {
    app.parse(argc, argv);
  } catch (const CLI::RuntimeError& ended) {
    return ended.get_exit_code();
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kWrongUsage;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "mannequin: stopped unexpectedly: %s\n", error.what());
    return kUnreadable;
  }
  return kDone;
}
