// Reads COLLADA: from the XML tree to bound meshes. Each step has its own file in engine/io/collada/.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "engine/io/bound_mesh.h"
#include "engine/io/collada/dae_text.h"
#include "engine/io/collada/geometry.h"
#include "engine/io/collada/joint_nodes.h"
#include "engine/io/collada/limits.h"
#include "engine/io/collada/materials.h"
#include "engine/io/collada/scene.h"
#include "engine/io/collada/skin.h"

namespace mannequin::io {
namespace collada {
namespace {

// The size that a document may expand to even if it is shorter.
constexpr std::size_t kFreeVertices = 1'000'000;
constexpr std::size_t kFreeTriangles = 1'000'000;
constexpr std::size_t kFreeSkinInfluences = 8'000'000;

// How one geometry is used: its skins, and the transforms of its unskinned instances.
struct Use {
  std::vector<pugi::xml_node> skins;  // by <controller>
  std::vector<Placement> placements;
};

// Moves a mesh to its place in the scene. Fails (bad_data) if that mirrors it, as the viewer does.
Status place_mesh(const Document& document, const Placement& placement, MeshDesc& mesh) {
  const Mat4& m = placement.scene_from_instance;
  const double determinant = glm::determinant(Mat3(m));
  if (!(determinant > 0.0))
    return document.bad(
        placement.instance,
        fmt::format("mesh '{}' has a node transformation that {}, which the viewer rejects; apply the "
                    "node's scale to the mesh before exporting",
                    mesh.name, determinant < 0.0 ? "mirrors it" : "flattens it"));
  const Mat3 normal_matrix = glm::transpose(glm::inverse(Mat3(m)));
  for (Vec3f& position : mesh.positions) position = Vec3f(m * Vec4(Vec3(position), 1.0));
  for (Vec3f& normal : mesh.normals) normal = Vec3f(glm::normalize(normal_matrix * Vec3(normal)));
  return {};
}

class ColladaImporter {
 public:
  ColladaImporter(const Document& document, NoteCollector& noticed)
      : document_(document),
        noticed_(noticed),
        sources_(document, noticed),
        nodes_(document),
        materials_(document) {}

  Result<std::vector<BoundMeshDesc>> run() {
    notice_header();
    auto scene = Scene::read(document_, noticed_);
    if (!scene) return error_of(scene);
    scene_ = std::move(*scene);
    Status status = collect_skins().and_then([&] { return collect_placements(); });
    for (const auto node : document_.all("geometry"))
      if (status) status = read_one(node);
    if (!status) return error_of(status);
    if (meshes_.empty()) {
      const auto geometries = document_.all("geometry");
      return document_.bad(
          geometries.empty() ? document_.root() : geometries.front(),
          "the file has no triangles to draw; export the model as a mesh of triangles or polygons");
    }
    notice_frame();
    return std::move(meshes_);
  }

  const JointNodes& nodes() const { return nodes_; }

 private:
  void notice_header() {
    const auto root = document_.root();
    const std::string_view version = root.attribute("version").value();
    if (!version.starts_with("1.4"))
      noticed_.add(
          Severity::warning, "version", root, "",
          fmt::format("is COLLADA version '{}', read as 1.4.1; export as 1.4.1 if something is missing",
                      version));
    else if (document_.is_of_version_15())
      noticed_.add(
          Severity::warning, "version", root, "",
          "has the namespace of COLLADA 1.5, read as 1.4.1; export as 1.4.1 if something is missing");
    if (!root.attribute("xmlns"))
      noticed_.add(Severity::warning, "namespace", root, "",
                   "does not declare COLLADA's namespace, read as 1.4.1 anyway");
  }

  Status collect_skins() {
    for (const auto controller : document_.all("controller")) {
      if (!controller.child("skin")) continue;
      const auto geometry = skinned_geometry(document_, controller);
      if (!geometry) return error_of(geometry);
      uses_[geometry->internal_object()].skins.push_back(controller);
      const auto source = document_.resolve(controller.child("skin"), "source", {"geometry", "controller"});
      if (source && std::string_view(source->name()) == "controller")
        noticed_.add(
            Severity::error, "viewer_mesh_lost", controller, element_label(*geometry),
            "the skin deforms a morph controller; the viewer follows a skin only to a geometry, places "
            "nothing and says nothing. Here the chain is followed: 'mannequin convert' writes a plain "
            "skin");
    }
    return {};
  }

  Status collect_placements() {
    for (const Placement& placement : scene_.placements()) {
      pugi::xml_node target = placement.target;
      if (target.child("skin")) {
        instance_of_.try_emplace(target.internal_object(), placement.instance);
        continue;
      }
      if (target.child("morph")) {
        const auto geometry = skinned_geometry(document_, target);
        if (!geometry) return error_of(geometry);
        target = *geometry;
      }
      if (std::string_view(target.name()) == "geometry")
        uses_[target.internal_object()].placements.push_back(placement);
    }
    return {};
  }

  Status read_one(pugi::xml_node node) {
    const std::string label = element_label(node);
    auto use = uses_.find(node.internal_object());
    if (use == uses_.end()) {
      // If nothing is instanced, read the meshes themselves.
      if (!uses_.empty()) {
        noticed_.add(Severity::info, "not_in_scene", node, label,
                     "is neither instanced in the scene nor bound; ignored");
        return {};
      }
      loose_.placements = {Placement{node, node, Mat4(1.0)}};
    }
    Use& how = use == uses_.end() ? loose_ : use->second;
    auto geometry = read_geometry(document_, sources_, noticed_, node);
    if (!geometry) return error_of(geometry);
    if (geometry->mesh.indices.empty()) {
      noticed_.add(Severity::warning, "no_triangles", node, label, "has no triangles; ignored");
      return {};
    }
    choose_skins(how, label);
    const std::size_t copies = how.skins.size() + how.placements.size();
    const std::size_t free = document_.size() / 2;
    vertices_ += copies * geometry->mesh.positions.size();
    triangles_ += copies * (geometry->mesh.indices.size() / 3);
    if (copies > 1 && (vertices_ > kFreeVertices + free || triangles_ > kFreeTriangles + free))
      return document_.bad(
          node, fmt::format("mesh '{}' is instanced {} times, more than is supported; instance it once",
                            label, copies));
    std::size_t left = copies;
    for (const auto controller : how.skins)
      if (const Status status = add_skinned(*geometry, controller, --left == 0); !status) return status;
    for (const Placement& placement : how.placements)
      if (const Status status = add_placed(*geometry, placement, --left == 0); !status) return status;
    return {};
  }

  // The last use takes the mesh itself, the others a copy.
  static MeshDesc take_mesh(Geometry& geometry, bool last) {
    return last ? std::move(geometry.mesh) : geometry.mesh;
  }

  // Among several skins of one geometry those that the scene uses; all if it uses none.
  void choose_skins(Use& use, const std::string& label) {
    if (use.skins.size() < 2) return;
    const auto unused = [&](pugi::xml_node skin) { return !instance_of_.contains(skin.internal_object()); };
    const auto count = static_cast<std::size_t>(std::count_if(use.skins.begin(), use.skins.end(), unused));
    if (count == 0 || count == use.skins.size()) return;
    noticed_.add(
        Severity::warning, "unused_controller", *std::find_if(use.skins.begin(), use.skins.end(), unused),
        label,
        fmt::format(
            "has {} skins of which the scene uses {}; the others are ignored, the viewer would mix them: "
            "delete them",
            use.skins.size(), use.skins.size() - count));
    std::erase_if(use.skins, unused);
  }

  Status add_skinned(Geometry& geometry, pugi::xml_node controller, bool last) {
    auto skin = read_skin(document_, sources_, noticed_, nodes_, controller, geometry);
    if (!skin) return error_of(skin);
    // Skins may share long lists; bound their total in proportion to the file.
    joints_ += skin->joint_names.size();
    influences_ += skin->influences.size();
    if (joints_ > kMaxSkinJoints || influences_ > kFreeSkinInfluences + document_.size())
      return document_.bad(
          controller, fmt::format("the skins up to here name {} joints and {} influences, far more than any "
                                  "model; export fewer meshes at once",
                                  joints_, influences_));
    BoundMeshDesc& bound = meshes_.emplace_back();
    bound.mesh = take_mesh(geometry, last);
    bound.skin = std::move(*skin);
    if (const auto instance = instance_of_.find(controller.internal_object()); instance != instance_of_.end())
      materials_.bind(instance->second, bound.mesh.materials);
    return {};
  }

  Status add_placed(Geometry& geometry, const Placement& placement, bool last) {
    BoundMeshDesc& bound = meshes_.emplace_back();
    bound.mesh = take_mesh(geometry, last);
    materials_.bind(placement.instance, bound.mesh.materials);
    return place_mesh(document_, placement, bound.mesh);
  }

  // Ignores unit and up axis for rigged meshes: their
  // matrices are in metres and Z up already, or are wrong.
  void notice_frame() {
    const auto rigged = [](const BoundMeshDesc& mesh) { return mesh.rigged(); };
    if (std::none_of(meshes_.begin(), meshes_.end(), rigged)) return;
    const auto asset = document_.root().child("asset");
    if (scene_.metres_per_unit() != 1.0)
      noticed_.add(Severity::warning, "unit", asset.child("unit"), "",
                   fmt::format("the unit is {} m, which is ignored for rigged meshes; if the body has the "
                               "wrong size, export in metres",
                               scene_.metres_per_unit()));
    if (const auto keywords = asset.child("keywords");
        std::string_view(keywords.child_value()).find(kGltfBinds) != std::string_view::npos)
      noticed_.add(
          Severity::info, "importer_profile", keywords, "",
          "its binds are those of a glTF file, as they stood there: in a .glb the viewer rebuilds them for "
          "the avatar's joints, in a .dae it takes them as they are");
    if (const auto axis = asset.child("up_axis"); axis && scene_.up_axis() != "Z_UP")
      noticed_.add(
          Severity::warning, "up_axis", axis, "",
          fmt::format(
              "the up axis is {}, which is ignored for rigged meshes; if the body lies on its back or "
              "side, export with Z up",
              shortened(scene_.up_axis(), 20)));
  }

  const Document& document_;
  NoteCollector& noticed_;
  Sources sources_;
  JointNodes nodes_;
  Materials materials_;
  Scene scene_;
  std::unordered_map<const void*, Use> uses_;                    // by <geometry>
  std::unordered_map<const void*, pugi::xml_node> instance_of_;  // by <controller>
  Use loose_;
  std::vector<BoundMeshDesc> meshes_;
  std::size_t vertices_ = 0, triangles_ = 0, joints_ = 0, influences_ = 0;
};

Result<BoundMeshFile> read(std::span<const std::byte> bytes, const std::string& source) {
  const auto document = Document::parse(bytes, source);
  if (!document) return error_of(document);
  NoteCollector noticed(*document);
  ColladaImporter road(*document, noticed);
  auto meshes = road.run();
  if (!meshes) return error_of(meshes);
  BoundMeshFile file;
  file.source = source;
  file.meshes = std::move(*meshes);
  file.notes = noticed.take();
  file.joints = road.nodes().list(*document);
  file.positions_by_own_names = !road.nodes().has_skeletons();
  return file;
}

}  // namespace
}  // namespace collada

Result<BoundMeshFile> read_collada(std::span<const std::byte> bytes, const std::string& source) {
  try {
    return collada::read(bytes, source);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& problem) {
    // Exceptions thrown by libraries end here.
    return fail(ErrorCode::cannot_read, source,
                fmt::format("cannot be read on this machine ({})", problem.what()));
  }
}

}  // namespace mannequin::io
