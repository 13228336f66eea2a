// Importers read a .glb differently: the rules of each importer, as data. retarget() applies
// them.
#pragma once

#include <array>
#include <string_view>

namespace mannequin {

// How one importer treats the inverse binds of a glTF file. Joint positions are the same for all.
struct ImporterProfile {
  std::string_view name;   // for options, files and hosts: "viewer"
  std::string_view title;  // for people: "Second Life viewers up to 26.3"
  // True: the binds are rebuilt for the avatar's joints, whose axes and scale the file may have lost. False:
  // they stay as in the file.
  bool rebuilds_binds = false;
  // Whether rebuilt binds include the rest rotation of collision volumes.
  bool rotates_volumes = false;

  // By name.
  bool operator==(const ImporterProfile& other) const { return name == other.name; }
};

// The default everywhere, since this is what happens in-world. Source: glTF import oracle, 7 to 9.
inline constexpr ImporterProfile kViewerImporter{"viewer", "Second Life viewers up to 26.3", true, false};
// The rotation of collision volumes counts, too. Source: secondlife/viewer#5633.
inline constexpr ImporterProfile kViewerNextImporter{"viewer-next", "the next Second Life viewer, after 26.3",
                                                     true, true};
// By the specification of glTF 2.0.
inline constexpr ImporterProfile kStrictImporter{"strict", "the glTF specification", false, false};

// The default first.
inline constexpr std::array kImporterProfiles = {kViewerImporter, kViewerNextImporter, kStrictImporter};

// By its name; null if there is none.
constexpr const ImporterProfile* find_importer(std::string_view name) {
  for (const ImporterProfile& profile : kImporterProfiles)
    if (profile.name == name) return &profile;
  return nullptr;
}

}  // namespace mannequin
