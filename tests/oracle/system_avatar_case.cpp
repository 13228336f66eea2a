#include "tests/oracle/system_avatar_case.h"

#include "engine/io/llm.h"

namespace mannequin::test {

const std::map<std::string, BaseMeshDesc>& base_meshes() {
  static const std::map<std::string, BaseMeshDesc> read = [] {
    auto meshes = io::read_base_meshes(shared_path("viewer-character"),
                                       character(CharacterSource::character_folder).appearance.body_meshes());
    if (!meshes) throw std::runtime_error(meshes.error().message());
    return std::move(*meshes);
  }();
  return read;
}

std::optional<SystemAvatar> system_avatar(const SystemAvatarOptions& options) {
  auto built = SystemAvatar::build(character(CharacterSource::character_folder), base_meshes(), options);
  if (built) return std::move(*built);
  ADD_FAILURE() << built.error().message();
  return std::nullopt;
}

std::vector<float> morph_weights(const SystemPart& part, const ParameterWeights& weights) {
  std::vector<float> out(part.morphs.size());
  mannequin::morph_weights(part.morphs, character(CharacterSource::character_folder).appearance, weights,
                           out);
  return out;
}

}  // namespace mannequin::test
