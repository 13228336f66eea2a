#include "engine/fit/level_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <set>

#include "engine/fit/upload_rules.h"

namespace mannequin {
namespace {

// "dress" of "dress_LOD2".
std::string_view base_name(std::string_view name) {
  const std::size_t mark = name.rfind("_LOD");
  return mark != std::string_view::npos && mark + 5 == name.size() ? name.substr(0, mark) : name;
}

std::set<std::string> materials_of(const MeshDesc& mesh) {
  std::set<std::string> names;
  for (const FaceDesc& face : mesh.faces)
    if (face.index_count > 0 && face.material < mesh.materials.size())
      names.insert(mesh.materials[face.material].name);
  return names;
}

class LevelChecker {
 public:
  LevelChecker(const DetailLevel& level, Findings& findings) : level_(level), findings_(findings) {}

  void missing(const std::string& mesh) {
    add(Severity::error, "level_mesh", mesh, "",
        fmt::format("'{}' has no mesh for it, so the level cannot be used", level_.file),
        fmt::format("export a mesh named '{}' into it, or take the file away: then the level is generated",
                    base_name(mesh)));
  }

  void compare(const BoundMeshDesc& high, const BoundMeshDesc& above, const BoundMeshDesc& mesh) {
    compare_joints(high, mesh);
    compare_materials(high.mesh, mesh.mesh);
    if (mesh.mesh.indices.size() > above.mesh.indices.size())
      add(Severity::error, "level_triangles", high.mesh.name, "",
          fmt::format("has {} triangles in '{}', more than the {} of the finer level",
                      mesh.mesh.indices.size() / 3, level_.file, above.mesh.indices.size() / 3),
          "simplify it, or exchange the two files");
  }

 private:
  void add(Severity severity, const char* code, const std::string& mesh, std::string joint,
           std::string message, std::string remedy) {
    findings_.push_back(
        {severity, code, mesh, std::move(joint), std::nullopt, std::move(message), std::move(remedy)});
  }

  void compare_joints(const BoundMeshDesc& high, const BoundMeshDesc& mesh) {
    if (high.skin.joint_names == mesh.skin.joint_names) return;
    std::vector<std::string> here = mesh.skin.joint_names, there = high.skin.joint_names, odd;
    std::ranges::sort(here);
    std::ranges::sort(there);
    std::ranges::set_symmetric_difference(here, there, std::back_inserter(odd));
    add(Severity::error, "level_joints", high.mesh.name, odd.empty() ? "" : odd.front(),
        fmt::format(
            "in '{}' {}; the weights of all levels refer to one list, the high level's, so vertices follow "
            "other joints as soon as the level is shown",
            level_.file,
            odd.empty() ? std::string("its joints are in another order")
                        : fmt::format("its joints are others ({})", upload::some_names(odd))),
        "bind all levels to the same armature, and export them with all its joints");
  }

  void compare_materials(const MeshDesc& high, const MeshDesc& mesh) {
    const std::set<std::string> known = materials_of(high);
    std::vector<std::string> others;
    for (const std::string& name : materials_of(mesh))
      if (!known.contains(name)) others.push_back(name);
    if (others.empty()) return;
    add(Severity::error, "level_materials", high.name, "",
        fmt::format("has materials in '{}' that the high level does not have ({}); the uploader refuses that",
                    level_.file, upload::some_names(others)),
        "use the high level's materials only, by the same names");
  }

  const DetailLevel& level_;
  Findings& findings_;
};

}  // namespace

const BoundMeshDesc* level_counterpart(std::span<const BoundMeshDesc> level, const std::string& name,
                                       std::size_t place, std::size_t count) {
  for (const BoundMeshDesc& mesh : level)
    if (base_name(mesh.mesh.name) == base_name(name)) return &mesh;
  return level.size() == count ? &level[place] : nullptr;
}

Findings check_levels(std::span<const BoundMeshDesc> high, std::span<const DetailLevel> lower) {
  Findings findings;
  for (std::size_t m = 0; m < high.size(); ++m) {
    const BoundMeshDesc* above = &high[m];
    for (const DetailLevel& level : lower) {
      if (level.meshes.empty()) continue;
      LevelChecker checker(level, findings);
      const BoundMeshDesc* mesh = level_counterpart(level.meshes, high[m].mesh.name, m, high.size());
      if (mesh == nullptr) {
        checker.missing(high[m].mesh.name);
        continue;
      }
      checker.compare(high[m], *above, *mesh);
      above = mesh;
    }
  }
  return findings;
}

std::size_t generated_triangles(std::size_t high, std::size_t steps) {
  for (; steps > 0; --steps) high /= 3;
  return std::max<std::size_t>(high, 1);
}

double download_weight(LevelBytes bytes, double radius) {
  constexpr double kFarthest = 512.0;                                     // metres
  constexpr double kRegion = 102944.0, kLeast = 1.0;                      // square metres
  constexpr double kFree = 384.0, kSmallest = 16.0, kPerTriangle = 16.0;  // bytes
  constexpr double kBudget = 250'000.0, kPrims = 15'000.0;
  constexpr double kShrinks[] = {0.03, 0.06, 0.24};  // ratio of radius to distance at which levels switch
  for (std::size_t level = kDetailLevels - 1; level-- > 0;)
    if (!(bytes[level] > 0.0)) bytes[level] = bytes[level + 1];
  std::array<double, kDetailLevels> area{};
  area[0] = kRegion;
  for (std::size_t level = 1; level < kDetailLevels; ++level) {
    const double distance = std::min(radius / kShrinks[level - 1], kFarthest);
    area[level] = std::min(std::numbers::pi * distance * distance, kRegion);
  }
  for (std::size_t level = 0; level + 1 < kDetailLevels; ++level) area[level] -= area[level + 1];
  double total = 0.0, triangles = 0.0;
  for (double& of_level : area) total += of_level = std::clamp(of_level, kLeast, kRegion);
  for (std::size_t level = 0; level < kDetailLevels; ++level)
    triangles += std::max(bytes[level] - kFree, kSmallest) / kPerTriangle * area[level] / total;
  return triangles / kBudget * kPrims;
}

int land_impact(double download, std::size_t meshes) {
  return std::max(1, static_cast<int>(std::lround(std::max(download, 0.5 * static_cast<double>(meshes)))));
}

}  // namespace mannequin
