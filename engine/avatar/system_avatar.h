// The system avatar's own body: its parts as ordinary meshes and skins, and what its sliders do to them.
#pragma once

#include <map>
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
  double min_pixel_area = 0.0;  // on the screen, from which on it is shown
  std::vector<std::uint32_t> indices;
};

// One mesh of the body: hair, head, an eye, the upper body, ...
struct SystemPart {
  std::string type;                 // "headMesh"
  std::string name;                 // the file of its level of detail; the right eye's with "#right"
  Mesh mesh;                        // has a morph target for each parameter that moves it, and no tangents
  Skin skin;                        // two influences per vertex at most
  std::vector<SystemMorph> morphs;  // one per mesh.morphs(), ascending by parameter
  std::vector<SystemLod> lods;      // ascending; eyes have one, since their levels have vertices of their own

  // The two parts that an avatar may go without.
  bool is_hair() const { return type == "hairMesh"; }
  bool is_skirt() const { return type == "skirtMesh"; }
};

// Which of its meshes are built, and what is painted on it.
struct SystemAvatarOptions {
  int lod = 0;                             // of every part the nearest level that is not finer than it has
  std::map<std::string, MaskImage> masks;  // by baked region: "head", "upper_body", "lower_body", ...
};

// Immutable once built: any number of threads may read it. Owns its parts; needs neither character nor
// files afterwards.
struct SystemAvatar {
  std::vector<SystemPart> parts;  // in the order of the definitions

  // `meshes`: what the definitions name, by file name. Fails (bad_data) on: definitions without body meshes,
  // a file or a full mesh that is not there, a joint that the skeleton does not have, weights beyond the
  // joints, a mask of an unknown region, and as Mesh::build and Skin::build do. A morph that its file does
  // not have is left out, as in the viewer. Source: ALGORITHM 7 to 9.
  static Result<SystemAvatar> build(const Character& character,
                                    const std::map<std::string, BaseMeshDesc>& meshes,
                                    const SystemAvatarOptions& options = {});
};

}  // namespace mannequin
