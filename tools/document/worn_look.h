// Textures and vertex colours of a worn mesh.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/io/bound_mesh.h"
#include "engine/io/image.h"

namespace mannequin::document {

struct MaterialTexture {
  std::uint32_t material = 0;
  std::shared_ptr<const io::Image> image;  // shared by all materials with the same image
  std::string name;                        // of the image, for messages
  bool see_through = false;                // its alpha is used
};

// A mesh's appearance beyond the colours of its materials.
struct WornLook {
  bool srgb_colors = false;               // the colours of its materials are encoded for a screen, not linear
  std::vector<Vec4f> vertex_colors;       // by vertex; empty for none
  std::vector<MaterialTexture> textures;  // arrive later than everything else: see TextureWork
};

// For a mesh of the file, without its textures.
WornLook make_look(const io::BoundMeshFile& file, std::size_t mesh, bool srgb_colors);

}  // namespace mannequin::document
