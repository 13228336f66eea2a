#include "engine/io/mesh_asset_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <numeric>

#include "engine/io/llsd.h"
#include "engine/io/mesh_asset/blocks.h"
#include "engine/io/mesh_asset/face_writer.h"
#include "engine/io/mesh_asset/faces.h"
#include "engine/io/mesh_asset/skin_block.h"
#include "engine/math/finite.h"
#include "engine/math/invertible.h"
#include "engine/mesh/viewer_import.h"

namespace mannequin::io {
namespace {

constexpr std::int32_t kUploadVersion = 3;

AssetFace face_of(const Mesh& mesh, const ViewerImport& import, const FaceDesc& desc) {
  AssetFace face;
  face.normalized_scale = import.scale;
  // The viewer writes fewer than three vertices as an empty face.
  if (desc.vertex_count < 3) {
    face.no_geometry = true;
    return face;
  }
  const auto take = [&](const auto& from, auto& to) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(desc.first_vertex);
    to.assign(begin, begin + static_cast<std::ptrdiff_t>(desc.vertex_count));
  };
  take(import.positions, face.positions);
  take(import.normals, face.normals);
  take(mesh.uvs(), face.uvs);
  if (!import.influences.empty()) take(import.influences, face.influences);
  for (std::size_t i = desc.first_index; i < desc.first_index + std::size_t{desc.index_count}; ++i)
    face.indices.push_back(static_cast<std::uint16_t>(mesh.indices()[i] - desc.first_vertex));
  return face;
}

// Faces by the names of their materials, ignoring case. Source: mesh oracle 6, glTF import oracle 19.
std::vector<std::size_t> viewer_order(const Mesh& mesh) {
  std::vector<std::string> names;
  for (const FaceDesc& face : mesh.faces()) {
    std::string name = mesh.materials()[face.material].name;
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    names.push_back(std::move(name));
  }
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::less(), [&](std::size_t f) -> const std::string& { return names[f]; });
  return order;
}

SkinDesc skin_of(const Skin& skin, const ViewerImport& import, const Skeleton& skeleton,
                 const MeshAssetOptions& options) {
  SkinDesc desc;
  desc.bind_shape = import.bind_shape;
  desc.inverse_binds.assign(skin.inverse_binds().begin(), skin.inverse_binds().end());
  const auto& positions = skin.desc().joint_positions;
  const bool any =
      std::any_of(positions.begin(), positions.end(), [](const auto& p) { return p.has_value(); });
  for (std::size_t slot = 0; slot < skin.joint_count(); ++slot) {
    const Joint& joint = skeleton[skin.joints()[slot]];
    desc.joint_names.push_back(joint.name);
    if (options.joint_positions && any)
      desc.joint_positions.push_back(positions[slot].value_or(joint.default_position));
  }
  desc.lock_scale = options.lock_scale.value_or(skin.desc().lock_scale);
  desc.pelvis_offset = options.pelvis_offset.value_or(skin.desc().pelvis_offset);
  return desc;
}

Status check_limits(const Mesh& mesh, const Skin* skin) {
  const std::string where = fmt::format("mesh '{}'", mesh.name());
  for (std::size_t f = 0; f < mesh.faces().size(); ++f)
    if (mesh.faces()[f].vertex_count > mesh_asset::kMaxFaceVertices)
      return fail(ErrorCode::unsupported, fmt::format("{}, face {}", where, f),
                  fmt::format("has {} vertices, but a mesh asset supports only {}; assign several materials",
                              mesh.faces()[f].vertex_count, mesh_asset::kMaxFaceVertices));
  if (skin != nullptr && skin->joint_count() > kMaxViewerJoints)
    return fail(ErrorCode::unsupported, where,
                fmt::format("is bound to {} joints, but viewers move only {}; remove joints without weights",
                            skin->joint_count(), kMaxViewerJoints));
  return {};
}

// The block's entry in the header, and its bytes after those of the previous ones.
void append_block(const char* key, const Llsd& value, Llsd::Map& header, Bytes& body) {
  const Bytes packed = mesh_asset::pack(value);
  Llsd::Map entry;
  entry.emplace_back("offset", Llsd(static_cast<std::int32_t>(body.size())));
  entry.emplace_back("size", Llsd(static_cast<std::int32_t>(packed.size())));
  header.emplace_back(key, Llsd(std::move(entry)));
  body.insert(body.end(), packed.begin(), packed.end());
}

// In single precision, as they are stored.
Status check_numbers(const MeshAsset& asset) {
  const auto wrong = [&](const std::string& where, const char* what) {
    return fail(ErrorCode::bad_data, where,
                fmt::format("its {} is not finite or flattens space; bind the mesh again", what));
  };
  const std::string where = fmt::format("mesh '{}'", asset.name);
  if (asset.placed && !is_finite(Mat4f(*asset.placed))) return wrong(where, "position or size");
  if (!asset.skin) return {};
  const SkinDesc& skin = *asset.skin;
  if (!is_invertible(Mat4(Mat4f(skin.bind_shape)))) return wrong(where, "bind shape");
  for (std::size_t j = 0; j < skin.joint_names.size(); ++j) {
    const std::string joint = fmt::format("{}, joint '{}'", where, skin.joint_names[j]);
    if (j < skin.inverse_binds.size() && !is_invertible(Mat4(Mat4f(skin.inverse_binds[j]))))
      return wrong(joint, "inverse bind matrix");
    if (j < skin.joint_positions.size() && skin.joint_positions[j] &&
        !is_finite(Vec3f(*skin.joint_positions[j])))
      return wrong(joint, "joint position");
  }
  return {};
}

// Material names belong only in saved uploads.
Result<Bytes> write(const MeshAsset& asset, AssetNumbers numbers, bool with_materials) {
  if (auto status = check_numbers(asset); !status) return error_of(status);
  Llsd::Map header;
  Bytes body;
  const auto append_faces = [&](const char* key, const std::vector<AssetFace>& faces) -> Status {
    if (faces.empty()) return {};
    auto level = mesh_asset::make_level(faces, asset.skin.has_value(), numbers, asset.name);
    if (!level) return error_of(level);
    append_block(key, *level, header, body);
    return {};
  };
  if (asset.skin) append_block("skin", mesh_asset::make_skin_block(*asset.skin), header, body);
  if (asset.hulls) {
    append_block("physics_convex", mesh_asset::make_hulls(*asset.hulls), header, body);
  } else if (asset.submodel_id > 0) {
    append_block("physics_convex", Llsd(), header, body);
  }
  for (const Lod lod : kLods)
    if (auto status = append_faces(lod_key(lod), asset.levels[static_cast<std::size_t>(lod)]); !status)
      return error_of(status);
  if (auto status = append_faces("physics_mesh", asset.physics_mesh); !status) return error_of(status);
  if (asset.submodel_id > 0) header.emplace_back("submodel_id", Llsd(std::int32_t{asset.submodel_id}));
  if (with_materials) {
    Llsd::Array names;
    for (const std::string& name : asset.material_list) names.emplace_back(name);
    header.emplace_back("material_list", Llsd(std::move(names)));
  }
  Bytes bytes = write_llsd(Llsd(std::move(header)));
  bytes.insert(bytes.end(), body.begin(), body.end());
  return bytes;
}

Llsd instance_of(const MeshAsset& asset, std::size_t number) {
  Llsd::Array transform, materials;
  const Mat4 placed = asset.placed.value_or(Mat4(1.0));
  for (int i = 0; i < 16; ++i)
    transform.emplace_back(static_cast<double>(static_cast<float>(glm::value_ptr(placed)[i])));
  for (const std::string& name : asset.material_list) {
    Llsd::Map diffuse, material;
    diffuse.emplace_back("color", Llsd(Llsd::Array{Llsd(1.0), Llsd(1.0), Llsd(1.0), Llsd(1.0)}));
    diffuse.emplace_back("filename", Llsd(std::string()));
    diffuse.emplace_back("label", Llsd(std::string()));
    material.emplace_back("binding", Llsd(name));
    material.emplace_back("diffuse", Llsd(std::move(diffuse)));
    material.emplace_back("fullbright", Llsd(false));
    materials.emplace_back(std::move(material));
  }
  Llsd::Map instance;
  instance.emplace_back("label", Llsd(asset.name));
  instance.emplace_back("mesh_id", Llsd(static_cast<std::int32_t>(number)));
  instance.emplace_back("transform", Llsd(std::move(transform)));
  instance.emplace_back("material", Llsd(std::move(materials)));
  return Llsd(std::move(instance));
}

}  // namespace

Result<std::vector<MeshAsset>> make_mesh_assets(const Mesh& mesh, const Skin* skin, const Skeleton& skeleton,
                                                const MeshAssetOptions& options) {
  if (auto status = check_limits(mesh, skin); !status) return error_of(status);
  const ViewerImport import = skin == nullptr ? make_viewer_import(mesh) : make_viewer_import(mesh, *skin);
  std::vector<MeshAsset> parts;
  const std::vector<std::size_t> order = viewer_order(mesh);
  for (std::size_t f = 0; f < order.size(); ++f) {
    if (f % mesh_asset::kMaxUploadFaces == 0) {
      MeshAsset& part = parts.emplace_back();
      part.submodel_id = static_cast<int>(parts.size()) - 1;
      part.name = mesh.name();
      if (part.submodel_id > 0) part.name += static_cast<char>('a' + std::min(part.submodel_id, 25));
      part.placed = glm::scale(glm::translate(Mat4(1.0), Vec3(import.translation)), Vec3(import.scale));
      if (skin != nullptr) part.skin = skin_of(*skin, import, skeleton, options);
    }
    const FaceDesc& face = mesh.faces()[order[f]];
    parts.back().levels[static_cast<std::size_t>(Lod::high)].push_back(face_of(mesh, import, face));
    const std::string& material = mesh.materials()[face.material].name;
    // The first part keeps the material names of the whole mesh.
    parts.front().material_list.push_back(material);
    if (parts.size() > 1) parts.back().material_list.push_back(material);
  }
  return parts;
}

Result<Bytes> write_mesh_asset(const MeshAsset& asset, AssetNumbers numbers) {
  return write(asset, numbers, false);
}

Result<Bytes> write_upload(std::span<const MeshAsset> assets, const std::string& name, AssetNumbers numbers) {
  if (assets.empty())
    return fail(ErrorCode::bad_data, name, "contains no mesh, so there is nothing to upload");
  Llsd::Array meshes, instances;
  for (const MeshAsset& asset : assets) {
    const auto bytes = write(asset, numbers, true);
    if (!bytes) return error_of(bytes);
    instances.push_back(instance_of(asset, meshes.size()));
    meshes.emplace_back(std::string(as_text(*bytes)));
  }
  Llsd::Map upload;
  upload.emplace_back("version", Llsd(kUploadVersion));
  upload.emplace_back("name", Llsd(name));
  upload.emplace_back("mesh", Llsd(std::move(meshes)));
  upload.emplace_back("instance", Llsd(std::move(instances)));
  return write_llsd(Llsd(std::move(upload)));
}

}  // namespace mannequin::io
