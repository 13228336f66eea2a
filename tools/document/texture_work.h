// The textures of a worn file, decoded at once or while the window goes on.
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <vector>

#include "tools/document/worn_look.h"

namespace mannequin::document {

// What cannot be shown is noted, never refused: a mesh is good without.
struct DecodedTextures {
  std::vector<std::vector<MaterialTexture>> rigged;  // of each rigged mesh of the file, in its order
  io::Notes notes;
  std::vector<std::filesystem::path> files;  // that were looked for
};

class TextureWork {
 public:
  // `folder`: where image files lie, as for TextureReader. Nothing is decoded yet.
  TextureWork(std::shared_ptr<const io::BoundMeshFile> file, std::filesystem::path folder)
      : file_(std::move(file)), folder_(std::move(folder)) {}

  // beside: on a thread of its own that nobody waits for, if one can be started. Only the first call
  // counts.
  void begin(bool beside);
  bool finished() const;  // take() would not wait
  DecodedTextures take();

 private:
  std::shared_ptr<const io::BoundMeshFile> file_;
  std::filesystem::path folder_;
  std::future<DecodedTextures> decoded_;
};

// Whether a rigged mesh of the file has a texture at all.
bool has_textures(const io::BoundMeshFile& file);

}  // namespace mannequin::document
