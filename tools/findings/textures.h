// The textures of a mesh file, decoded.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/io/bound_mesh.h"
#include "engine/io/image.h"
#include "engine/io/note.h"

namespace mannequin {

// Of all textures of one file.
inline constexpr std::size_t kMaxTexturePixels = std::size_t{1} << 26;

// Decodes each image once. What cannot be used is noted, never refused: a mesh is good without.
class TextureReader {
 public:
  // folder: where image files lie; they are looked for there and below only. Both must outlive the reader.
  TextureReader(const io::BoundMeshFile& file, std::filesystem::path folder)
      : file_(file), folder_(std::move(folder)) {}

  // The base colour texture of a material of a mesh; null if there is none, or none that can be used.
  std::shared_ptr<const io::Image> read(std::size_t mesh, std::size_t material);

  const io::Notes& notes() const { return notes_; }
  const std::vector<std::filesystem::path>& files() const { return files_; }  // those that were looked for

 private:
  std::shared_ptr<const io::Image> decoded(std::span<const std::byte> bytes, const std::string& name);
  std::shared_ptr<const io::Image> of_file(const std::string& name);

  const io::BoundMeshFile& file_;
  std::filesystem::path folder_;
  std::size_t pixels_left_ = kMaxTexturePixels;
  std::map<std::shared_ptr<const io::Bytes>, std::shared_ptr<const io::Image>> of_bytes_;
  std::map<std::string, std::shared_ptr<const io::Image>> of_names_;
  std::vector<std::filesystem::path> files_;
  io::Notes notes_;
};

// What is wrong with the textures of all meshes of a file in `folder`.
io::Notes texture_notes(const io::BoundMeshFile& file, const std::filesystem::path& folder);

}  // namespace mannequin
