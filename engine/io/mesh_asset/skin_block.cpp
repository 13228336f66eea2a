#include "engine/io/mesh_asset/skin_block.h"

#include <fmt/format.h>

#include <cmath>
#include <glm/gtc/type_ptr.hpp>

#include "engine/core/quantity.h"

namespace mannequin::io::mesh_asset {
namespace {

tl::unexpected<Error> bad_skin(const std::string& where, std::string what) {
  return fail(ErrorCode::bad_data, where, std::move(what) + "; bind and export the mesh again");
}

// 16 numbers for row vectors, in the order of our memory.
Result<Mat4> read_matrix(const Llsd& list, const std::string& where) {
  const auto* items = list.as<Llsd::Array>();
  if (items == nullptr || items->size() != 16)
    return bad_skin(where,
                    fmt::format("should be 16 numbers, but is {}",
                                items == nullptr ? list.kind() : fmt::format("{} of them", items->size())));
  Mat4 matrix;
  for (std::size_t i = 0; i < 16; ++i) {
    const auto number = (*items)[i].number();
    if (!number || !std::isfinite(static_cast<float>(*number)))
      return bad_skin(where, fmt::format("number {} is {}, not a finite number", i,
                                         number ? "infinite or not a number" : (*items)[i].kind()));
    glm::value_ptr(matrix)[i] = *number;
  }
  return matrix;
}

Result<std::vector<Mat4>> read_matrices(const Llsd* list, const char* key, const std::string& where) {
  std::vector<Mat4> matrices;
  if (list == nullptr) return matrices;
  const auto* items = list->as<Llsd::Array>();
  if (items == nullptr)
    return bad_skin(where, fmt::format("{} is {}, not an array of matrices", key, list->kind()));
  for (const Llsd& item : *items) {
    auto matrix = read_matrix(item, fmt::format("{}, {} {}", where, key, matrices.size()));
    if (!matrix) return error_of(std::move(matrix));
    matrices.push_back(*matrix);
  }
  return matrices;
}

Status read_names(const Llsd& block, SkinDesc& skin, const std::string& where) {
  const Llsd* list = block.find("joint_names");
  const auto* items = list == nullptr ? nullptr : list->as<Llsd::Array>();
  if (items == nullptr || items->empty())
    return bad_skin(where, list == nullptr || items != nullptr
                               ? "names no joints"
                               : fmt::format("joint_names is {}, not an array", list->kind()));
  for (const Llsd& item : *items) {
    const auto* name = item.as<std::string>();
    if (name == nullptr)
      return bad_skin(fmt::format("{}, joint {}", where, skin.joint_names.size()),
                      fmt::format("its name is {}, not a string", item.kind()));
    skin.joint_names.push_back(*name);
  }
  return {};
}

Status read_binds(const Llsd& block, SkinDesc& skin, const std::string& where) {
  auto binds = read_matrices(block.find("inverse_bind_matrix"), "inverse_bind_matrix", where);
  if (!binds) return error_of(std::move(binds));
  skin.inverse_binds = std::move(*binds);
  if (skin.inverse_binds.size() != skin.joint_names.size())
    return bad_skin(where, fmt::format("has {} inverse binds for {} joints", skin.inverse_binds.size(),
                                       skin.joint_names.size()));
  const Llsd* shape = block.find("bind_shape_matrix");
  if (shape == nullptr) return bad_skin(where, "has no bind_shape_matrix");
  return read_matrix(*shape, where + ", bind_shape_matrix").map([&](const Mat4& matrix) {
    skin.bind_shape = matrix;
  });
}

Status read_positions(const Llsd& block, SkinDesc& skin, const std::string& where, Notes& notes) {
  const auto matrices =
      read_matrices(block.find("alt_inverse_bind_matrix"), "alt_inverse_bind_matrix", where);
  if (!matrices) return error_of(matrices);
  if (!matrices->empty() && matrices->size() != skin.joint_names.size()) {
    notes.push_back({Severity::warning, "joint_positions_ignored", where,
                     fmt::format("has {} for {}; viewers ignore them. Upload again with joint "
                                 "positions",
                                 quantity(matrices->size(), "joint position", "joint positions"),
                                 quantity(skin.joint_names.size(), "joint", "joints"))});
    return {};
  }
  for (const Mat4& matrix : *matrices) skin.joint_positions.emplace_back(Vec3(matrix[3]));
  return {};
}

// Strings convert as in the viewer: any but the empty one is true.
bool truth(const Llsd& value) {
  if (const auto* text = value.as<std::string>()) return !text->empty();
  return value.number().value_or(0.0) != 0.0;
}

Status read_settings(const Llsd& block, SkinDesc& skin, const std::string& where) {
  if (const Llsd* lock = block.find("lock_scale_if_joint_position")) skin.lock_scale = truth(*lock);
  const Llsd* pelvis = block.find("pelvis_offset");
  if (pelvis == nullptr) return {};
  const auto number = pelvis->number();
  if (!number || !std::isfinite(static_cast<float>(*number)))
    return bad_skin(where, fmt::format("pelvis_offset is {}, not a finite number", pelvis->kind()));
  skin.pelvis_offset = *number;
  return {};
}

Llsd real(double number) { return Llsd(static_cast<double>(static_cast<float>(number))); }

Llsd matrix_value(const Mat4& matrix) {
  Llsd::Array items;
  for (int i = 0; i < 16; ++i) items.push_back(real(glm::value_ptr(matrix)[i]));
  return Llsd(std::move(items));
}

}  // namespace

Result<SkinDesc> read_skin_block(const Llsd& block, const std::string& where, Notes& notes) {
  if (block.as<Llsd::Map>() == nullptr) return bad_skin(where, fmt::format("is {}, not a map", block.kind()));
  SkinDesc skin;
  const Status status = read_names(block, skin, where)
                            .and_then([&] { return read_binds(block, skin, where); })
                            .and_then([&] { return read_positions(block, skin, where, notes); })
                            .and_then([&] { return read_settings(block, skin, where); });
  if (!status) return error_of(status);
  if (skin.joint_names.size() > kMaxViewerJoints)
    notes.push_back(
        {Severity::warning, "too_many_joints", where,
         fmt::format("has {} joints; viewers move only the first {}. Remove joints without weights",
                     skin.joint_names.size(), kMaxViewerJoints)});
  return skin;
}

Llsd make_skin_block(const SkinDesc& skin) {
  Llsd::Array names, binds, alternatives;
  for (std::size_t j = 0; j < skin.joint_names.size(); ++j) {
    names.emplace_back(skin.joint_names[j]);
    binds.push_back(matrix_value(skin.inverse_binds[j]));
    if (skin.joint_positions.empty()) continue;
    // Only the translation of these matrices has a meaning; the other rows are the inverse bind's.
    Mat4 alternative = skin.inverse_binds[j];
    alternative[3] = Vec4(*skin.joint_positions[j], 1.0);
    alternatives.push_back(matrix_value(alternative));
  }
  Llsd::Map map;
  map.emplace_back("joint_names", Llsd(std::move(names)));
  map.emplace_back("inverse_bind_matrix", Llsd(std::move(binds)));
  map.emplace_back("bind_shape_matrix", matrix_value(skin.bind_shape));
  if (!alternatives.empty()) {
    map.emplace_back("alt_inverse_bind_matrix", Llsd(std::move(alternatives)));
    map.emplace_back("pelvis_offset", real(skin.pelvis_offset));
    if (skin.lock_scale) map.emplace_back("lock_scale_if_joint_position", Llsd(true));
  }
  return Llsd(std::move(map));
}

}  // namespace mannequin::io::mesh_asset
