// What the program does with mesh assets that the reader accepted: shows every level, and writes them again.
#pragma once

#include "engine/io/mesh_asset_writer.h"
#include "tests/fuzz/build_meshes.h"

namespace mannequin::fuzz {

// An asset for upload, made from what was read.
inline void upload(const BoundMeshDesc& bound) {
  const Skeleton& skeleton = character().skeleton;
  const auto mesh = Mesh::build(bound.mesh);
  if (!taken(mesh)) return;
  io::MeshAssetOptions options;
  options.joint_positions = true;
  if (!bound.rigged()) return (void)taken(io::make_mesh_assets(*mesh, nullptr, skeleton, options));
  const auto skin = Skin::build(bound.skin, *mesh, skeleton);
  if (!taken(skin)) return;
  const auto parts = io::make_mesh_assets(*mesh, &*skin, skeleton, options);
  if (!taken(parts)) return;
  const auto written = io::write_upload(*parts, "fuzz", io::AssetNumbers::imported);
  if (taken(written)) require(io::read_mesh_asset(*written, "again").has_value());
}

inline void use_asset(std::span<const std::byte> bytes) {
  const auto file = io::read_mesh_asset(bytes, "fuzz.llmesh");
  if (!taken(file)) return;
  for (const io::Lod lod : io::kLods) {
    io::BoundMeshFile bound = io::bound_meshes(*file, lod);
    for (const BoundMeshDesc& mesh : bound.meshes) upload(mesh);
    build_meshes(std::move(bound));
  }
  for (const io::MeshAsset& asset : file->meshes) {
    const auto written = io::write_mesh_asset(asset, io::AssetNumbers::decoded);
    if (taken(written)) require(io::read_mesh_asset(*written, "again").has_value());
  }
}

}  // namespace mannequin::fuzz
