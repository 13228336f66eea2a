#include "engine/io/mesh_asset/physics.h"

#include <fmt/format.h>

#include "engine/io/mesh_asset/faces.h"

namespace mannequin::io::mesh_asset {
namespace {

// Min and Max are in the block itself; the unit cube if missing.
Result<PackedDomain> hull_domain(const Llsd& block, const std::string& where) {
  if (block.find("Min") == nullptr && block.find("Max") == nullptr)
    return PackedDomain{{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}};
  return read_domain(block, 3, where);
}

Result<std::vector<Vec3f>> read_points(const Llsd& block, const char* key, const PackedDomain& domain,
                                       const std::string& where) {
  const auto data = binary_at(block, key, where);
  if (!data) return error_of(data);
  if (*data == nullptr) return std::vector<Vec3f>();
  if ((*data)->size() % 6 != 0)
    return fail(ErrorCode::bad_data, where,
                fmt::format("{} has {} bytes, but a point takes 6", key, (*data)->size()));
  return unpack_points(**data, domain);
}

// HullList has the number of points of each hull; 0 means 256.
Status split_hulls(const Llsd& block, const std::vector<Vec3f>& points, const std::string& where,
                   AssetHulls& hulls) {
  const auto counts = binary_at(block, "HullList", where);
  if (!counts) return error_of(counts);
  std::size_t at = 0;
  for (std::size_t i = 0; *counts != nullptr && i < (*counts)->size(); ++i) {
    const auto count =
        static_cast<std::size_t>((**counts)[i] == std::byte(0) ? 256 : static_cast<unsigned>((**counts)[i]));
    if (count > points.size() - at)
      return fail(ErrorCode::bad_data, where,
                  fmt::format("hull {} has {} points, but only {} are left", i, count, points.size() - at));
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(at);
    hulls.hulls.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(count));
    at += count;
  }
  if (at == points.size()) return {};
  return fail(ErrorCode::bad_data, where,
              fmt::format("{} points do not belong to any hull", points.size() - at));
}

}  // namespace

Result<std::optional<AssetHulls>> read_hulls(const Llsd& block, const std::string& where) {
  if (block.as<std::monostate>() != nullptr) return std::nullopt;
  if (block.as<Llsd::Map>() == nullptr)
    return fail(ErrorCode::bad_data, where, fmt::format("is {}, not a map", block.kind()));
  const auto domain = hull_domain(block, where);
  if (!domain) return error_of(domain);
  const auto points = read_points(block, "Positions", *domain, where);
  if (!points) return error_of(points);
  auto base = read_points(block, "BoundingVerts", *domain, where);
  if (!base) return error_of(base);
  AssetHulls hulls;
  hulls.base_hull = std::move(*base);
  if (auto status = split_hulls(block, *points, where, hulls); !status) return error_of(status);
  return hulls;
}

}  // namespace mannequin::io::mesh_asset
