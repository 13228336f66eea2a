// --attach POINT FILE: rigid objects worn on attachment points.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "engine/skeleton/skeleton.h"

namespace CLI {
class App;
}

namespace mannequin::program {

using AttachedObjects = std::vector<std::pair<std::string, std::string>>;  // attachment point, file

void add_attach_option(CLI::App& command, AttachedObjects& attached);

// Fails (bad_argument) on a name that is no attachment point.
Status check_attached(const AttachedObjects& attached, const Skeleton& skeleton);

}  // namespace mannequin::program
