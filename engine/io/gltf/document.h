// A parsed glTF file: its structure, and its buffers as bytes. Used only by read_gltf.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/io/file.h"
#include "engine/io/gltf/model.h"
#include "engine/io/note.h"

namespace mannequin::io {

struct GltfDocument {
  std::string source;  // file name for messages
  GltfModel model;
  std::vector<std::span<const std::byte>> buffers;  // each of its byteLength
  std::vector<Bytes> owned;                         // owns buffers that are not in the file itself
  std::vector<std::string> image_files;  // per image, below the file's folder; empty: inside the file
  // Per image inside the file: its encoded bytes. Null:
  // it is outside, or unusable, which a note reports.
  std::vector<std::shared_ptr<const Bytes>> image_bytes;
  std::vector<std::string> data_uris;           // "buffers[0].uri": data in the JSON itself
  std::vector<std::string> inputs_without_min;  // "animations[0].samplers[1].input"
  bool quantized = false;                       // KHR_mesh_quantization is in use

  std::string at(const std::string& path) const { return source + ": " + path; }
};

// `bytes` must outlive the document. Does not decode images.
Result<GltfDocument> open_gltf(std::span<const std::byte> bytes, const std::string& source,
                               const std::filesystem::path& folder, Notes& notes);

}  // namespace mannequin::io
