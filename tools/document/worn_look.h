// Textures and vertex colours of a worn file, decoded.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/io/bound_mesh.h"
#include "tools/findings/textures.h"

namespace mannequin::document {

struct MaterialTexture {
  std::uint32_t material = 0;
  std::shared_ptr<const io::Image> image;  // shared by all materials with the same image
  std::string name;                        // of the image, for messages
  bool see_through = false;                // its alpha counts
};

// How one mesh looks beyond the colours of its materials.
struct WornLook {
  bool srgb_colors = false;  // the colours of its materials are as seen on a screen, not light
  std::vector<MaterialTexture> textures;
  std::vector<Vec4f> vertex_colors;  // by vertex; empty for none
};

// For the meshes of one file. What cannot be shown is noted, never refused: a mesh is good without.
class LookReader {
 public:
  // As TextureReader.
  LookReader(const io::BoundMeshFile& file, std::filesystem::path folder)
      : file_(file), textures_(file, std::move(folder)) {}

  WornLook read(std::size_t mesh);  // by its index in the file

  const io::Notes& notes() const { return textures_.notes(); }
  const std::vector<std::filesystem::path>& files() const { return textures_.files(); }

 private:
  const io::BoundMeshFile& file_;
  TextureReader textures_;
};

}  // namespace mannequin::document
