// A glTF file taken apart: its structure as tinygltf has it, its buffers as bytes. Used by read_gltf only.
#pragma once

#include <tiny_gltf.h>

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/file.h"
#include "engine/io/note.h"

namespace mannequin::io {

struct GltfDocument {
  std::string source;  // file name for messages
  // Types are checked, numbers of things are not; without buffers, images and animations.
  tinygltf::Model model;
  std::vector<std::span<const std::byte>> buffers;  // each of its byteLength
  std::vector<Bytes> owned;                         // where buffers lie that are not in the file itself
  std::vector<std::string> image_files;  // per image, below the file's folder; empty: inside the file
  // Per image that is inside the file: its bytes, encoded. Null: it is not, or cannot be used, which is
  // noted.
  std::vector<std::shared_ptr<const Bytes>> image_bytes;
  std::vector<std::string> data_uris;  // "buffers[0].uri": where data stands in the JSON itself
  bool quantized = false;              // KHR_mesh_quantization is in use

  std::string at(const std::string& path) const { return source + ": " + path; }
};

// `bytes` have to live as long as the document. Decodes no image.
Result<GltfDocument> open_gltf(std::span<const std::byte> bytes, const std::string& source,
                               const std::filesystem::path& folder, Notes& notes);

}  // namespace mannequin::io
