#include "engine/io/collada/scene.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <unordered_map>

#include "engine/io/collada/transform.h"

namespace mannequin::io::collada {
namespace {

// Node instances can multiply: a few lines of a file may create any number of nodes and children.
constexpr std::size_t kMaxSteps = 500'000;

double read_unit(pugi::xml_node asset) {
  const char* text = asset.child("unit").attribute("meter").value();
  double metres = 1.0;
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), metres);
  return error == std::errc() && std::isfinite(metres) && metres > 0.0 ? metres : 1.0;
}

struct Visit {
  pugi::xml_node node;
  Mat4 scene_from_parent;
};

// Transformations of nodes, each parsed once however often the node is instanced.
class Transforms {
 public:
  Transforms(const Document& document, NoteCollector& noticed) : document_(document), noticed_(noticed) {}

  Result<Mat4> of(pugi::xml_node node) {
    const void* key = node.internal_object();
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    auto transform = node_transform(document_, noticed_, node);
    if (transform) known_.emplace(key, *transform);
    return transform;
  }

 private:
  const Document& document_;
  NoteCollector& noticed_;
  std::unordered_map<const void*, Mat4> known_;
};

}  // namespace

Result<Scene> Scene::read(const Document& document, NoteCollector& noticed) {
  Scene scene;
  const auto asset = document.root().child("asset");
  scene.metres_per_unit_ = read_unit(asset);
  const auto names = read_names(document, asset.child("up_axis"));
  scene.up_axis_ = names.empty() ? "Y_UP" : names.front();

  const auto instance = document.root().child("scene").child("instance_visual_scene");
  pugi::xml_node visual_scene;
  if (instance) {
    const auto target = document.resolve(instance, "url", {"visual_scene"});
    if (!target) return error_of(target);
    visual_scene = *target;
  } else if (!document.all("visual_scene").empty()) {
    visual_scene = document.all("visual_scene").front();
  }
  if (!visual_scene) {
    noticed.add(Severity::warning, "no_scene", document.root(), "",
                "the file has no scene, which the viewer rejects; meshes are used in their own space");
    return scene;
  }
  if (const Status placed = scene.place(document, noticed, visual_scene); !placed) return error_of(placed);
  return scene;
}

Status Scene::place(const Document& document, NoteCollector& noticed, pugi::xml_node visual_scene) {
  std::vector<Visit> stack;
  const Mat4 root = root_transform(metres_per_unit_, up_axis_);
  for (auto node = visual_scene.last_child(); node; node = node.previous_sibling())
    if (std::string_view(node.name()) == "node") stack.push_back({node, root});
  Transforms transforms(document, noticed);
  for (std::size_t steps = 0; !stack.empty(); ++steps) {
    const Visit visit = stack.back();
    stack.pop_back();
    const auto local = transforms.of(visit.node);
    if (!local) return error_of(local);
    const Mat4 scene_from_node = visit.scene_from_parent * *local;
    const std::size_t first_placement = placements_.size();
    // In reverse, so that the stack returns them in file order.
    for (auto child = visit.node.last_child(); child; child = child.previous_sibling()) {
      if (++steps > kMaxSteps)
        return document.bad(
            visual_scene,
            "the scene has far more nodes than any model, or a node that contains itself; simplify it "
            "and export again");
      const std::string_view kind = child.name();
      const char* element = kind == "instance_node"         ? "node"
                            : kind == "instance_geometry"   ? "geometry"
                            : kind == "instance_controller" ? "controller"
                                                            : nullptr;
      if (kind == "node") stack.push_back({child, scene_from_node});
      if (element == nullptr) continue;
      const auto target = document.resolve(child, "url", {element});
      if (!target) return error_of(target);
      if (kind == "instance_node") {
        stack.push_back({*target, scene_from_node});
      } else {
        placements_.push_back({child, *target, scene_from_node});
      }
    }
    std::reverse(placements_.begin() + static_cast<std::ptrdiff_t>(first_placement), placements_.end());
  }
  return {};
}

}  // namespace mannequin::io::collada
