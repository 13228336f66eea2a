// Textures and vertex colours of a worn file, on their way to the device.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "engine/io/bound_mesh.h"
#include "engine/io/note.h"
#include "tools/preview/render/mesh_drawable.h"
#include "tools/preview/render/texture.h"

namespace mannequin::preview {

// For the meshes of one file. What cannot be shown is noted, never refused: a mesh is good without.
class WornTextures {
 public:
  // folder: where image files lie; they are looked for there and below only.
  WornTextures(const io::BoundMeshFile& file, std::filesystem::path folder)
      : file_(file), folder_(std::move(folder)) {}

  // index: of the mesh in the file. remap: by vertex, of the drawable.
  Status give(std::size_t index, std::span<const std::uint32_t> remap, MeshDrawable& drawable);

  const io::Notes& notes() const { return notes_; }
  const std::vector<std::filesystem::path>& files() const { return files_; }  // those that were looked for

 private:
  std::shared_ptr<const GlTexture> of_material(const MaterialDesc& material,
                                               std::shared_ptr<const io::Bytes> image);
  std::shared_ptr<const GlTexture> decoded(std::span<const std::byte> bytes, const std::string& name);
  std::shared_ptr<const GlTexture> of_file(const std::string& name);

  const io::BoundMeshFile& file_;
  std::filesystem::path folder_;
  std::size_t pixels_left_ = kMaxTexturePixels;
  std::map<std::shared_ptr<const io::Bytes>, std::shared_ptr<const GlTexture>> of_bytes_;
  std::map<std::string, std::shared_ptr<const GlTexture>> of_names_;
  std::vector<std::filesystem::path> files_;
  io::Notes notes_;
};

}  // namespace mannequin::preview
