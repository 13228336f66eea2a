// The system avatar's own body: its parts as ordinary meshes and skins, and the effects of its sliders.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/appearance/character.h"
#include "engine/avatar/system_morphs.h"
#include "engine/core/result.h"
#include "engine/mesh/morph_mask.h"
#include "engine/mesh/skin.h"

namespace mannequin {

// A level of detail of a part: triangles over the part's full vertices.
struct SystemLod {
  int lod = 0;
  std::string file;
  double min_pixel_area = 0.0;  // smallest size on screen for this level
  std::vector<std::uint32_t> indices;
};

// One mesh of the body: hair, head, an eye, the upper body, ...
struct SystemPart {
  std::string type;                 // "headMesh"
  std::string name;                 // the file of its level of detail; the right eye's with "#right"
  Mesh mesh;                        // has a morph target for each parameter that moves it, and no tangents
  Skin skin;                        // at most two influences per vertex
  std::vector<SystemMorph> morphs;  // one per mesh.morphs(), ascending by parameter
  std::vector<SystemLod> lods;      // ascending; eyes have one, since their levels are separate meshes

  // The two optional parts of an avatar.
  bool is_hair() const { return type == "hairMesh"; }
  bool is_skirt() const { return type == "skirtMesh"; }
};

// The meshes to build, and their masks.
struct SystemAvatarOptions {
  int lod = 0;                             // parts without this level use the next finer one
  std::map<std::string, MaskImage> masks;  // by baked region: "head", "upper_body", "lower_body", ...
};

// Immutable once built: any number of threads may read it. Owns its parts; independent of character and
// files.
struct SystemAvatar {
  std::vector<SystemPart> parts;  // in the order of the definitions

  // `meshes`: those named by the definitions, by file name. Fails (bad_data) on: definitions without any,
  // a missing file or full mesh, a joint that the skeleton does not have, weights beyond the
  // joints, a mask of an unknown region, and as Mesh::build and Skin::build do. Morphs missing from a file
  // are skipped, as in the viewer. Source: ALGORITHM 7 to 9.
  static Result<SystemAvatar> build(const Character& character,
                                    const std::map<std::string, BaseMeshDesc>& meshes,
                                    const SystemAvatarOptions& options = {});
};

// Changes the mask of one region. Parts with morphs that it limits get new morph deltas; everything else
// stays: vertices, skins and all orders. Pass the `character` and `meshes` that the avatar was built from.
// nullopt: no mask, and the morphs do nothing. Returns the indices of the parts whose mesh changed; skinners
// must add these again. Fails like build() on the mask.
Result<std::vector<std::size_t>> set_mask(SystemAvatar& avatar, const Character& character,
                                          const std::map<std::string, BaseMeshDesc>& meshes,
                                          const std::string& region, std::optional<MaskImage> mask);

// The same for one part, given only the data it needs; call check_mask() first. mask: null for none. False if
// the mask does not limit this part.
Result<bool> set_mask(const std::string& type, Mesh& mesh, std::vector<SystemMorph>& morphs,
                      const Character& character, const std::map<std::string, BaseMeshDesc>& meshes,
                      const std::string& region, const MaskImage* mask);
// Fails like SystemAvatar::build() on a mask.
Result<void> check_mask(const std::string& region, const MaskImage& mask);

}  // namespace mannequin
