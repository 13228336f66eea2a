#include "engine/avatar/system_avatar.h"
#include "engine/io/llm.h"
#include "tests/fuzz/fuzz_target.h"

namespace {

using namespace mannequin;  // NOLINT: one function's worth

// An avatar whose head is one file, and whose eye is attached to a joint by another.
const Character& two_parts() {
  static const Character built = [] {
    CharacterDesc desc = io::read_builtin_character().value();
    desc.appearance.body_meshes = {{"headMesh", 0, "fuzz.llm", ""}, {"eyeBallLeftMesh", 0, "fuzz.llm", ""}};
    ParameterDesc bump;
    bump.id = 99999;
    bump.name = "bump";
    bump.kind = ParameterKind::morph;
    bump.morphs.resize(1);
    bump.morphs[0].mesh = "fuzz.llm";
    bump.morphs[0].morph = "Bump";
    desc.appearance.parameters.push_back(std::move(bump));
    desc.appearance.morph_masks = {{99999, "fuzz.llm", "", true, "headMesh"}};
    return Character::build(std::move(desc)).value();
  }();
  return built;
}

}  // namespace

void mannequin::fuzz::fuzz(std::span<const std::byte> bytes) {
  (void)io::guess_llm_kind(bytes);
  (void)taken(io::read_llm(bytes, "fuzz.llm", io::LlmKind::level_of_detail));
  auto mesh = io::read_llm(bytes, "fuzz.llm", io::LlmKind::full);
  if (!taken(mesh)) return;
  std::map<std::string, BaseMeshDesc> meshes;
  meshes.emplace("fuzz.llm", std::move(*mesh));
  SystemAvatarOptions options;
  options.masks["head"] = {2, 2, {0, 85, 170, 255}};
  (void)taken(SystemAvatar::build(two_parts(), meshes, options));
}
