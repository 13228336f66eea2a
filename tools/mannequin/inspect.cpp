// mannequin inspect FILE: the contents of a file of any kind.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "engine/io/file.h"
#include "engine/io/stray_json.h"
#include "engine/wear/foreign_rig.h"
#include "tools/mannequin/asset_report.h"
#include "tools/mannequin/avatar_options.h"
#include "tools/mannequin/gltf_option.h"
#include "tools/mannequin/input_file.h"
#include "tools/mannequin/input_kind.h"
#include "tools/mannequin/inspect_clip.h"
#include "tools/mannequin/inspect_llm.h"
#include "tools/mannequin/inspect_pose.h"
#include "tools/mannequin/inspect_rig.h"
#include "tools/mannequin/inspect_shape.h"
#include "tools/mannequin/json_output.h"
#include "tools/mannequin/memory_use.h"
#include "tools/mannequin/mesh_set.h"
#include "tools/mannequin/program.h"

namespace mannequin::program {
namespace {

using Json = nlohmann::ordered_json;

struct InspectOptions {
  AvatarOptions avatar;
  std::filesystem::path file;
  ImporterProfile gltf = kViewerImporter;
  int lod = 0;
  RigOptions rig;
  bool json = false;
};

std::array<Vec3f, 2> bounds(std::span<const Vec3f> positions) {
  std::array<Vec3f, 2> box{positions.front(), positions.front()};
  for (const Vec3f& p : positions) box = {glm::min(box[0], p), glm::max(box[1], p)};
  return box;
}

// Vertices, weight and offset of one skin joint.
struct JointUse {
  std::size_t vertices = 0;
  double weight = 0.0;
};

std::vector<JointUse> joint_uses(const Skin& skin) {
  std::vector<JointUse> uses(skin.palette_size());
  for (const VertexInfluences& influences : skin.influences())
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
      if (influences.weight[k] > 0.0f) {
        ++uses[influences.joint[k]].vertices;
        uses[influences.joint[k]].weight += static_cast<double>(influences.weight[k]);
      }
  return uses;
}

std::array<std::size_t, kMaxInfluences + 1> influence_histogram(const Skin& skin) {
  std::array<std::size_t, kMaxInfluences + 1> histogram{};
  for (const VertexInfluences& influences : skin.influences())
    ++histogram[static_cast<std::size_t>(
        std::ranges::count_if(influences.weight, [](float w) { return w > 0.0f; }))];
  // Their single influence was not in the file.
  histogram[1] -= skin.unbound_vertices().size();
  histogram[0] += skin.unbound_vertices().size();
  return histogram;
}

// Distance from the joint's default position in millimetres; nullopt if the file has none.
std::optional<double> offset_mm(const Skin& skin, const Skeleton& skeleton, std::size_t slot) {
  const auto& positions = skin.desc().joint_positions;
  if (slot >= positions.size() || !positions[slot]) return std::nullopt;
  return glm::length(*positions[slot] - skeleton[skin.joints()[slot]].default_position) * 1000.0;
}

Json joint_json(const Skin& skin, const Skeleton& skeleton, std::size_t slot, const JointUse& use) {
  Json json{{"name", skin.desc().joint_names[slot]},
            {"joint", skeleton[skin.joints()[slot]].name},
            {"vertices", use.vertices},
            {"weight", number(use.weight)}};
  const auto offset = offset_mm(skin, skeleton, slot);
  json["position"] = offset ? numbers(*skin.desc().joint_positions[slot]) : Json(nullptr);
  json["offset_mm"] = offset ? Json(number(*offset)) : Json(nullptr);
  json["is_offset"] =
      offset && is_joint_offset(skeleton[skin.joints()[slot]], *skin.desc().joint_positions[slot]);
  return json;
}

// In bind space: in the file a mesh may have any size, which its bind shape compensates.
std::vector<Vec3f> bound_positions(const BoundMesh& loaded) {
  std::vector<Vec3f> positions(loaded.mesh.positions().begin(), loaded.mesh.positions().end());
  if (loaded.skin)
    for (Vec3f& p : positions) p = Vec3f(loaded.skin->bind_shape() * Vec4(Vec3(p), 1.0));
  return positions;
}

Json mesh_json(const BoundMesh& loaded, const Skeleton& skeleton) {
  const auto box = bounds(bound_positions(loaded));
  Json materials = Json::array();
  for (const FaceDesc& face : loaded.mesh.faces())
    materials.push_back({{"name", loaded.mesh.materials()[face.material].name},
                         {"vertices", face.vertex_count},
                         {"triangles", face.index_count / 3}});
  Json json{{"name", loaded.mesh.name()},
            {"vertices", loaded.mesh.vertex_count()},
            {"triangles", loaded.mesh.indices().size() / 3},
            {"bounds", {numbers(Vec3(box[0])), numbers(Vec3(box[1]))}},
            {"faces", std::move(materials)},
            {"rigged", loaded.skin.has_value()}};
  if (!loaded.skin) return json;
  const std::vector<JointUse> uses = joint_uses(*loaded.skin);
  Json joints = Json::array();
  for (std::size_t slot = 0; slot < loaded.skin->joint_count(); ++slot)
    joints.push_back(joint_json(*loaded.skin, skeleton, slot, uses[slot]));
  json["influences"] = influence_histogram(*loaded.skin);
  json["unweighted_vertices"] = loaded.skin->unbound_vertices().size();
  json["joints"] = std::move(joints);
  return json;
}

// A joint of another program's rig: its weights, and the avatar's name for the same part.
struct ForeignJoint {
  std::string name, rename;  // the latter empty: unknown
  JointUse use;
};

std::vector<ForeignJoint> foreign_joints(const SkinDesc& skin, const Skeleton& skeleton) {
  std::vector<ForeignJoint> joints;
  for (const std::string& name : skin.joint_names) joints.push_back({name, skeleton.nearest_name(name), {}});
  for (const InfluenceDesc& influence : skin.influences)
    if (influence.joint < joints.size() && influence.weight > 0.0f) {
      ++joints[influence.joint].use.vertices;
      joints[influence.joint].use.weight += static_cast<double>(influence.weight);
    }
  return joints;
}

// Replaces the information about the avatar's joints.
void describe_foreign(const SkinDesc& skin, const Skeleton& skeleton, Json& mesh) {
  mesh.erase("influences");
  mesh.erase("unweighted_vertices");
  Json joints = Json::array();
  for (const ForeignJoint& joint : foreign_joints(skin, skeleton))
    joints.push_back({{"name", joint.name},
                      {"joint", nullptr},
                      {"rename_to", joint.rename.empty() ? Json(nullptr) : Json(joint.rename)},
                      {"vertices", joint.use.vertices},
                      {"weight", number(joint.use.weight)}});
  mesh["joints"] = std::move(joints);
}

void print_foreign(const SkinDesc& skin, const Skeleton& skeleton) {
  say("  on a rig that is not the avatar's: shown as its file shows it, and moved by nothing. To be worn, "
      "its "
      "joints must be renamed or mapped (mannequin bind --map).\n");
  say("  {:<28} {:>9} {:>10}  {}\n", "joint", "vertices", "weight", "the avatar's");
  for (const ForeignJoint& joint : foreign_joints(skin, skeleton))
    say("  {:<28} {:>9} {:>10.2f}  {}\n", joint.name, joint.use.vertices, joint.use.weight,
        joint.rename.empty() ? "-" : joint.rename);
}

// foreign: its own skin if that is not the avatar's; else null.
void print_mesh(const BoundMesh& loaded, const Skeleton& skeleton, const SkinDesc* foreign) {
  const auto box = bounds(bound_positions(loaded));
  say("{}: {} vertices, {} triangles, {:.3f} x {:.3f} x {:.3f} m\n", loaded.mesh.name(),
      loaded.mesh.vertex_count(), loaded.mesh.indices().size() / 3, box[1].x - box[0].x, box[1].y - box[0].y,
      box[1].z - box[0].z);
  for (const FaceDesc& face : loaded.mesh.faces())
    say("  face {:<30} {:>7} vertices {:>7} triangles\n", loaded.mesh.materials()[face.material].name,
        face.vertex_count, face.index_count / 3);
  if (!loaded.skin) {
    say("  not rigged\n");
    return;
  }
  if (foreign != nullptr) {
    print_foreign(*foreign, skeleton);
    return;
  }
  const auto histogram = influence_histogram(*loaded.skin);
  say("  vertices with 0, 1, 2, 3, 4 influences: {}\n", fmt::join(histogram, ", "));
  const std::vector<JointUse> uses = joint_uses(*loaded.skin);
  say("  {:<28} {:>9} {:>10}  {}\n", "joint", "vertices", "weight", "offset from default");
  for (std::size_t slot = 0; slot < loaded.skin->joint_count(); ++slot) {
    const auto offset = offset_mm(*loaded.skin, skeleton, slot);
    const bool counts = offset && is_joint_offset(skeleton[loaded.skin->joints()[slot]],
                                                  *loaded.skin->desc().joint_positions[slot]);
    say("  {:<28} {:>9} {:>10.2f}  {}\n", loaded.skin->desc().joint_names[slot], uses[slot].vertices,
        uses[slot].weight,
        !offset  ? "no position in the file"
        : counts ? fmt::format("{:.3f} mm", *offset)
                 : "-");
  }
}

std::vector<SkinnedMesh> skinned(std::span<const BoundMesh> meshes) {
  std::vector<SkinnedMesh> result;
  for (const BoundMesh& loaded : meshes)
    if (loaded.skin) result.push_back({&loaded.mesh, &*loaded.skin});
  return result;
}

Json memory_json(std::span<const MemoryUse> uses) {
  Json list = Json::array();
  for (const MemoryUse& use : uses) {
    Json meshes = Json::array();
    for (const MeshBytes& bytes : use.meshes)
      meshes.push_back({{"mesh_bytes", bytes.mesh}, {"avatar_bytes", bytes.instance}});
    list.push_back({{"backend", use.backend},
                    {"device", use.device},
                    {"format", use.format == VertexFormat::full ? "full" : "packed"},
                    {"meshes", std::move(meshes)}});
  }
  return list;
}

void print_memory(std::span<const MemoryUse> uses) {
  say("  {:<28} {:>9} {:>16}\n", "memory, all rigged meshes", "once", "per avatar");
  for (const MemoryUse& use : uses) {
    MeshBytes sum;
    for (const MeshBytes& bytes : use.meshes) {
      sum.mesh += bytes.mesh;
      sum.instance += bytes.instance;
    }
    const auto kilobytes = [](std::size_t bytes) {
      return fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3);
    };
    say("  {:<28} {:>9} {:>16}\n", use.backend + (use.format == VertexFormat::full ? "" : ", packed"),
        kilobytes(sum.mesh), kilobytes(sum.instance));
  }
}

Result<int> inspect_mesh(const InspectOptions& options, const Character& character, io::Bytes bytes) {
  std::optional<io::MeshAssetFile> assets;
  if (io::looks_like_mesh_asset(bytes)) {
    auto read = io::read_mesh_asset(bytes, options.file.filename().string());
    if (!read) return error_of(read);
    assets = std::move(*read);
  }
  Result<io::BoundMeshFile> file =
      assets ? io::bound_meshes(*assets, io::lod_from_finest(static_cast<std::size_t>(options.lod)))
             : io::read_bound_mesh(bytes, options.file.filename().string(), options.file.parent_path());
  if (!file) return error_of(file);
  bytes = io::Bytes();
  // Reports a mesh on another program's rig as its file shows it, with the names that its joints would need.
  std::vector<std::optional<SkinDesc>> foreign;  // its own skin
  for (BoundMeshDesc& desc : file->meshes) {
    foreign.emplace_back();
    if (!is_of_another_rig(desc, character.skeleton)) continue;
    foreign.back() = desc.skin;
    desc = as_its_file_shows(std::move(desc), character.skeleton);
  }
  const Result<BoundMeshes> built = build_bound_meshes(std::move(*file), character.skeleton, options.gltf);
  if (!built) return error_of(built);
  const std::vector<BoundMesh>& meshes = built->meshes;
  if (options.json) {
    Json list = Json::array();
    for (std::size_t i = 0; i < meshes.size(); ++i) {
      list.push_back(mesh_json(meshes[i], character.skeleton));
      if (foreign[i]) describe_foreign(*foreign[i], character.skeleton, list.back());
    }
    Json json{{"schema", 1},
              {"kind", "bound_mesh"},
              {"file", built->source},
              {"meshes", std::move(list)},
              {"memory", memory_json(memory_use(skinned(meshes)))},
              {"notes", notes_json(built->notes)}};
    if (assets) json["assets"] = assets_json(*assets);
    put_json(json);
  } else {
    report(built->notes, true);
    if (assets) print_assets(*assets);
    for (std::size_t i = 0; i < meshes.size(); ++i)
      print_mesh(meshes[i], character.skeleton, foreign[i] ? &*foreign[i] : nullptr);
    if (const auto rigged = skinned(meshes); !rigged.empty()) print_memory(memory_use(rigged));
  }
  return kDone;
}

// `input` applies unless it is a MakeHuman file.
Status check_inspected(const InspectOptions& options, const CLI::App& command, RigFileKind rig,
                       InputKind input) {
  const bool fitted = rig == RigFileKind::rig && !options.rig.base_mesh.empty();
  const std::vector<OptionsAbout> all = {
      {{"--rig"}, "MakeHuman weights", rig == RigFileKind::weights},
      {{"--base-mesh"}, "MakeHuman rigs", rig == RigFileKind::rig},
      {{"--vertex-groups", "--parent-mesh"}, "MakeHuman rigs with their --base-mesh", fitted},
      {{"--mesh-scale", "--mesh-up"},
       "base meshes (.obj) and rigs with their --base-mesh",
       fitted || rig == RigFileKind::base_mesh},
      {{"--lod", "--gltf"}, "bound meshes", rig == RigFileKind::none && input == InputKind::bound_mesh}};
  return check_options(command, options.file.filename().string(), all);
}

Result<int> run_inspect(const InspectOptions& options, const CLI::App& command) {
  Result<io::Bytes> bytes = read_input(options.file);
  if (!bytes) return error_of(bytes);
  const RigFileKind rig = rig_file_kind(*bytes);
  const auto known = input_kind(*bytes, options.file);
  if (rig == RigFileKind::none && !known && lower_ending(options.file) == ".json")
    if (auto status = io::check_stray_json(io::as_text(*bytes), options.file.filename().string()); !status)
      return error_of(status);
  const InputKind input = known.value_or(InputKind::bound_mesh);
  if (auto status = check_inspected(options, command, rig, input); !status) return error_of(status);
  if (rig != RigFileKind::none) return inspect_rig_file(rig, options.file, options.rig, options.json);
  const Result<Character> character = load_character(options.avatar);
  if (!character) return error_of(character);
  switch (input) {
    case InputKind::shape:
      return inspect_shape(options.file, *bytes, character->appearance, options.json);
    case InputKind::body_mesh:
      return inspect_llm(options.file, *bytes, options.json);
    case InputKind::clip:
      return inspect_clip(*bytes, options.file.filename().string(), character->skeleton, options.json);
    case InputKind::pose:
      return inspect_pose(*bytes, options.file.filename().string(), character->skeleton, options.json);
    case InputKind::bound_mesh:
      break;
  }
  return inspect_mesh(options, *character, std::move(*bytes));
}

}  // namespace

void add_inspect(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "inspect",
      "What is in a file: meshes, joints, weights, joint offsets, slider values, animations, rigs");
  const auto options = std::make_shared<InspectOptions>();
  command
      ->add_option(
          "FILE", options->file,
          "A bound mesh (.dae, .gltf, .glb, .mesh, .llmesh, .slm), a shape, a pose, a clip (.anim, .bvh), a "
          "system avatar mesh (.llm), or a MakeHuman / MPFB rig, its weights or base mesh (.obj)")
      ->required();
  command->add_option("--rig", options->rig.rig, "For weights: the rig whose bones they move")
      ->type_name("FILE");
  command->add_option("--base-mesh", options->rig.base_mesh, "For a rig: the base mesh (.obj) to fit it to")
      ->type_name("FILE");
  add_rig_mesh_options(*command, options->rig);
  command
      ->add_option("--character", options->avatar.character,
                   "A viewer's character folder instead of the built-in definitions")
      ->type_name("DIR");
  command->add_flag("--json", options->json, "The same as JSON, for scripts");
  add_gltf_option(*command, options->gltf);
  add_lod_option(*command, options->lod);
  command->callback([=] { finish(run_inspect(*options, *command)); });
}

}  // namespace mannequin::program
