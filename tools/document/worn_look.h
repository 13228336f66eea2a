// Textures and vertex colours of a worn file, decoded.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/io/bound_mesh.h"
#include "engine/io/note.h"
#include "tools/document/texture_image.h"

namespace mannequin::document {

struct MaterialTexture {
  std::uint32_t material = 0;
  std::shared_ptr<const TextureImage> image;  // shared by all materials with the same image
  std::string name;                           // of the image, for messages
  bool see_through = false;                   // its alpha counts
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
  // folder: where image files lie; they are looked for there and below only.
  LookReader(const io::BoundMeshFile& file, std::filesystem::path folder)
      : file_(file), folder_(std::move(folder)) {}

  WornLook read(std::size_t mesh);  // by its index in the file

  const io::Notes& notes() const { return notes_; }
  const std::vector<std::filesystem::path>& files() const { return files_; }  // those that were looked for

 private:
  // Null where there is none that can be shown.
  std::shared_ptr<const TextureImage> of_material(const MaterialDesc& material,
                                                  std::shared_ptr<const io::Bytes> image);
  std::shared_ptr<const TextureImage> decoded(std::span<const std::byte> bytes, const std::string& name);
  std::shared_ptr<const TextureImage> of_file(const std::string& name);

  const io::BoundMeshFile& file_;
  std::filesystem::path folder_;
  std::size_t pixels_left_ = kMaxTexturePixels;
  std::map<std::shared_ptr<const io::Bytes>, std::shared_ptr<const TextureImage>> of_bytes_;
  std::map<std::string, std::shared_ptr<const TextureImage>> of_names_;
  std::vector<std::filesystem::path> files_;
  io::Notes notes_;
};

}  // namespace mannequin::document
