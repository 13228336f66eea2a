// The textures of a worn file, decoded at once or in the background.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <vector>

#include "tools/document/worn_look.h"

namespace mannequin::document {

// Textures that cannot be shown are noted, never fatal: a mesh works without.
struct DecodedTextures {
  std::vector<std::vector<MaterialTexture>> shown;  // per shown mesh of the file, in its order
  io::Notes notes;
  std::vector<std::filesystem::path> files;  // images that were looked for
};

// Which meshes of a worn file are shown: those with weights, or, of an attached one, those without.
inline bool is_shown(const BoundMeshDesc& mesh, bool attached) { return mesh.rigged() != attached; }

class TextureWork {
 public:
  // `folder`: of image files, as for TextureReader. Does not decode anything yet.
  TextureWork(std::shared_ptr<const io::BoundMeshFile> file, bool attached, std::filesystem::path folder)
      : file_(std::move(file)), attached_(attached), folder_(std::move(folder)) {}

  // in_background: on a detached thread, if one can be
  // started. Only the first call has an effect.
  void begin(bool in_background);
  bool finished() const;  // take() would not block
  DecodedTextures take();

 private:
  std::shared_ptr<const io::BoundMeshFile> file_;
  bool attached_;
  std::filesystem::path folder_;
  std::future<DecodedTextures> decoded_;
};

// Whether a shown mesh of the file has a texture at all.
bool has_textures(const io::BoundMeshFile& file, bool attached);

}  // namespace mannequin::document
