// Findings about a bound mesh, for people and for scripts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/severity.h"

namespace mannequin {

// A finding about several joints says this about one of them.
struct JointDetail {
  std::string joint, message;
};

// One finding.
struct Finding {
  Severity severity = Severity::info;
  std::string code;                     // stable, for scripts: "unknown_joint"
  std::string mesh;                     // name of the mesh; empty: the file as a whole
  std::string joint;                    // its name; empty: no joint in particular
  std::optional<std::uint32_t> vertex;  // index into the mesh's vertices: the first or the worst one
  std::string message;                  // the problem and its effect in-world
  std::string remedy;                   // what to do about it; empty if nothing is needed
  std::vector<JointDetail> joints;      // where one cause affects several joints: each of them; else empty
  std::string pose;                     // of check_poses(): the one that shows it; empty: any
};

using Findings = std::vector<Finding>;

}  // namespace mannequin
