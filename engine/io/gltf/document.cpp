#include "engine/io/gltf/document.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/core/quantity.h"
#include "engine/io/companion.h"
#include "engine/io/file_exists.h"
#include "engine/io/gltf/glb_container.h"
#include "engine/io/uri.h"

namespace mannequin::io {
namespace {

Status add_buffer(GltfDocument& document, const GltfBuffer& buffer, std::size_t number,
                  std::span<const std::byte> binary, const std::filesystem::path& folder,
                  std::vector<std::string>& missing) {
  const std::string place = document.at(fmt::format("buffers[{}]", number));
  const std::size_t length = buffer.length;
  std::span<const std::byte> bytes = binary;
  std::string name = "the binary chunk";
  if (!buffer.uri) {
    if (number != 0)
      return fail(ErrorCode::bad_data, place, "has no \"uri\"; only the first buffer of a .glb needs none");
    if (binary.empty() && length > 0)
      return fail(ErrorCode::bad_data, place, "the file holds no binary data; export it again");
  } else {
    const std::string& uri = *buffer.uri;
    if (is_data_uri(uri)) {
      auto decoded = decode_data_uri(uri);
      if (!decoded)
        return fail(ErrorCode::bad_data, place, "its data: URI is not base64; export the file again");
      document.owned.push_back(std::move(*decoded));
      name = "the data: URI";
    } else {
      const auto file = file_of_uri(folder, uri);
      if (!file)
        return fail(
            ErrorCode::bad_data, place,
            fmt::format("its data are in \"{}\", outside the folder of the file; put them next to it, or "
                        "export as .glb, which contains everything",
                        uri));
      name = file->filename().string();
      if (!file_exists(*file)) {
        missing.push_back(name);
        document.buffers.emplace_back();
        return {};
      }
      auto read = read_companion(folder, file->lexically_relative(folder));
      if (!read) return error_of(std::move(read));
      document.owned.push_back(std::move(*read));
    }
    bytes = document.owned.back();
  }
  if (length > bytes.size())
    return fail(
        ErrorCode::bad_data, place,
        fmt::format("declares {} bytes, but {} has {}; export the file again", length, name, bytes.size()));
  document.buffers.push_back(bytes.first(length));
  return {};
}

Status add_buffers(GltfDocument& document, std::span<const std::byte> binary,
                   const std::filesystem::path& folder) {
  const std::vector<GltfBuffer>& buffers = document.model.buffers;
  document.owned.reserve(buffers.size());
  std::vector<std::string> missing;
  for (std::size_t i = 0; i < buffers.size(); ++i)
    if (auto added = add_buffer(document, buffers[i], i, binary, folder, missing); !added) return added;
  if (!missing.empty())
    return fail(ErrorCode::cannot_read, document.source,
                fmt::format("needs {}: {}. Put {} in the same folder, or export as .glb, which holds "
                            "everything",
                            quantity(missing.size(), "more file", "more files"), fmt::join(missing, ", "),
                            missing.size() == 1 ? "it" : "them"));
  return {};
}

void add_images(GltfDocument& document, const std::filesystem::path& folder, Notes& notes) {
  const std::vector<GltfImage>& images = document.model.images;
  for (std::size_t i = 0; i < images.size(); ++i) {
    std::string& name = document.image_files.emplace_back();
    const std::optional<std::string>& uri = images[i].uri;
    if (!uri || is_data_uri(*uri)) continue;
    const auto file = file_of_uri(folder, *uri);
    const std::string place = document.at(fmt::format("images[{}]", i));
    if (!file) {
      notes.push_back(
          {Severity::warning, "image_outside_folder", place,
           fmt::format("\"{}\" is not below the folder of the file, so it is ignored; put it there", *uri)});
      continue;
    }
    name = file->lexically_relative(folder).generic_string();
    if (name.empty()) name = file->generic_string();
    if (!file_exists(*file))
      notes.push_back(
          {Severity::info, "image_missing", place,
           fmt::format("there is no file \"{}\"; the mesh is complete, but the texture is missing", name)});
  }
}

// Images inside the file, limited to the file's size in total: views may overlap any number of times.
void add_image_bytes(GltfDocument& document, Notes& notes) {
  const std::vector<GltfImage>& images = document.model.images;
  std::size_t room = 0;
  for (const auto buffer : document.buffers) room += buffer.size();
  for (std::size_t i = 0; i < images.size(); ++i) {
    std::shared_ptr<const Bytes>& bytes = document.image_bytes.emplace_back();
    const auto unusable = [&](const char* why) {
      notes.push_back({Severity::info, "image_unusable", document.at(fmt::format("images[{}]", i)),
                       fmt::format("{}; the mesh is complete, but the texture is missing", why)});
    };
    if (const std::optional<std::string>& uri = images[i].uri) {
      if (!is_data_uri(*uri)) continue;
      if (auto decoded = decode_data_uri(*uri))
        bytes = std::make_shared<const Bytes>(std::move(*decoded));
      else
        unusable("its data: URI is not base64");
      continue;
    }
    const auto& views = document.model.views;
    const auto number = static_cast<std::size_t>(images[i].view);
    if (images[i].view < 0 || number >= views.size()) {
      unusable("it names no bufferView that exists");
      continue;
    }
    const GltfView& view = views[number];
    const auto buffer = static_cast<std::size_t>(view.buffer);
    if (view.buffer < 0 || buffer >= document.buffers.size() ||
        view.offset > document.buffers[buffer].size() ||
        view.length > document.buffers[buffer].size() - view.offset) {
      unusable("its bufferView reaches beyond the buffer");
      continue;
    }
    if (view.length > room) {
      unusable("the images of this file are declared larger than the file");
      continue;
    }
    room -= view.length;
    const auto there = document.buffers[buffer].subspan(view.offset, view.length);
    bytes = std::make_shared<const Bytes>(there.begin(), there.end());
  }
}

void add_data_uris(GltfDocument& document) {
  const auto add = [&](const char* key, const auto& things) {
    for (std::size_t i = 0; i < things.size(); ++i)
      if (things[i].uri && is_data_uri(*things[i].uri))
        document.data_uris.push_back(fmt::format("{}[{}].uri", key, i));
  };
  add("buffers", document.model.buffers);
  add("images", document.model.images);
}

void add_inputs_without_min(GltfDocument& document) {
  const GltfModel& model = document.model;
  for (std::size_t a = 0; a < model.animation_inputs.size(); ++a)
    for (std::size_t s = 0; s < model.animation_inputs[a].size(); ++s) {
      const auto number = static_cast<std::size_t>(model.animation_inputs[a][s]);
      if (number < model.accessors.size() && !model.accessors[number].has_min)
        document.inputs_without_min.push_back(fmt::format("animations[{}].samplers[{}].input", a, s));
    }
}

// Indices without data would all be 0; the viewer's importer refuses them, too.
Status check_index_accessors(const GltfDocument& document) {
  const GltfModel& model = document.model;
  for (std::size_t m = 0; m < model.meshes.size(); ++m)
    for (std::size_t p = 0; p < model.meshes[m].primitives.size(); ++p) {
      const int number = model.meshes[m].primitives[p].indices;
      if (number < 0) continue;
      const std::string place = document.at(fmt::format("meshes[{}].primitives[{}].indices", m, p));
      if (static_cast<std::size_t>(number) >= model.accessors.size())
        return fail(
            ErrorCode::bad_data, place,
            fmt::format("is accessor {} of {}; export the file again", number, model.accessors.size()));
      const int view = model.accessors[static_cast<std::size_t>(number)].view;
      if (view < 0 || static_cast<std::size_t>(view) >= model.views.size())
        return fail(ErrorCode::bad_data, place,
                    fmt::format("accessor {} names no existing bufferView; export the file again", number));
    }
  return {};
}

}  // namespace

Result<GltfDocument> open_gltf(std::span<const std::byte> bytes, const std::string& source,
                               const std::filesystem::path& folder, Notes& notes) {
  GltfDocument document;
  document.source = source;
  if (bytes.empty())
    return fail(ErrorCode::cannot_read, source,
                "is empty. If it is still being exported, wait; otherwise export it again");
  GlbChunks chunks{as_text(bytes), {}};
  if (looks_like_glb(bytes)) {
    auto split = split_glb(bytes, source, notes);
    if (!split) return error_of(std::move(split));
    chunks = *split;
  }
  auto model = read_gltf_model(chunks.json, source, notes);
  if (!model) return error_of(std::move(model));
  document.model = std::move(*model);
  const auto steps = [&]() -> Status {
    if (auto done = check_index_accessors(document); !done) return done;
    if (auto done = add_buffers(document, chunks.binary, folder); !done) return done;
    add_images(document, folder, notes);
    add_data_uris(document);
    add_inputs_without_min(document);
    for (const auto* names : {&document.model.extensions, &document.model.required_extensions})
      document.quantized |= std::count(names->begin(), names->end(), "KHR_mesh_quantization") > 0;
    add_image_bytes(document, notes);
    return {};
  };
  if (auto done = steps(); !done) return error_of(std::move(done));
  return document;
}

}  // namespace mannequin::io
