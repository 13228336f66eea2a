#include "tools/mannequin/gltf_option.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <string>
#include <vector>

namespace mannequin::program {
namespace {

CLI::Option* gltf_option(CLI::App& command, const std::function<void(const ImporterProfile&)>& take,
                         const std::string& about) {
  std::vector<std::string> names;
  std::string titles;
  for (const ImporterProfile& profile : kImporterProfiles) {
    titles += fmt::format("{}{}: {}", names.empty() ? "" : "; ", profile.name, profile.title);
    names.emplace_back(profile.name);
  }
  return command
      .add_option_function<std::string>(
          "--gltf", [take](const std::string& value) { take(*find_importer(value)); },
          fmt::format("The importer used for the binds of .gltf and .glb files (default: {}). {}", about,
                      titles))
      ->type_name(fmt::format("{}", fmt::join(names, "|")))
      ->check(CLI::IsMember(names));
}

}  // namespace

void add_gltf_option(CLI::App& command, ImporterProfile& importer) {
  gltf_option(
      command, [&importer](const ImporterProfile& chosen) { importer = chosen; }, "viewer");
}

CLI::Option* add_gltf_option(CLI::App& command, std::optional<ImporterProfile>& importer,
                             const std::string& about) {
  return gltf_option(
      command, [&importer](const ImporterProfile& chosen) { importer = chosen; }, about);
}

}  // namespace mannequin::program
