// Shared by the oracle tests of the system avatar.
#pragma once

#include <map>

#include "engine/avatar/system_avatar.h"
#include "tests/oracle/oracle_case.h"

namespace mannequin::test {

// The meshes of ../shared/viewer-character by file name, read once.
const std::map<std::string, BaseMeshDesc>& base_meshes();

// Null, after a failure was added, where it cannot be built.
std::optional<SystemAvatar> system_avatar(const SystemAvatarOptions& options = {});

std::vector<float> morph_weights(const SystemPart& part, const ParameterWeights& weights);

}  // namespace mannequin::test
