#include "tools/preview/session/worn_file.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

#include "engine/io/file.h"
#include "engine/mesh/retarget.h"
#include "engine/skinning/palette.h"
#include "tools/document/file_kind.h"
#include "tools/document/file_parts.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/session/worn_textures.h"

namespace mannequin::preview {
namespace {

std::vector<std::size_t> slot_vertices(const Skin& skin) {
  std::vector<std::size_t> weighted(skin.palette_size());
  for (const VertexInfluences& influences : skin.influences())
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
      if (influences.weight[k] > 0.0f) ++weighted[influences.joint[k]];
  return weighted;
}

Result<std::unique_ptr<WornMesh>> skinner_upload(Mesh mesh, Skin skin,
                                                 const std::shared_ptr<VertexRemaps>& remap, bool srgb_colors,
                                                 std::vector<SystemMorph> morphs) {
  const auto id = remap->add(mesh, skin);
  if (!id) return error_of(id);
  DeviceMesh device(remap, *id);
  auto drawable = MeshDrawable::create(mesh, *remap->of(*id), srgb_colors);
  if (!drawable) return error_of(drawable);
  auto slots = slot_vertices(skin);
  const std::size_t palette_size = skin.palette_size(), morph_count = morphs.size();
  std::unique_ptr<WornMesh> made(new WornMesh{.mesh = std::move(mesh),
                                              .skin = std::move(skin),
                                              .id = {},
                                              .device = std::move(device),
                                              .drawable = std::move(*drawable),
                                              .slot_vertices = std::move(slots),
                                              .palette = std::vector<Mat34>(palette_size),
                                              .morphs = std::move(morphs),
                                              .morph_weights = std::vector<float>(morph_count),
                                              .morphed = {},
                                              .measured = {}});
  made->measured.emplace(made->mesh, made->skin, made->morphs);
  return made;
}

Result<std::unique_ptr<WornMesh>> make_worn_mesh(BoundMeshDesc desc, const Skeleton& skeleton,
                                                 const std::shared_ptr<VertexRemaps>& remap,
                                                 bool srgb_colors) {
  auto mesh = Mesh::build(std::move(desc.mesh));
  if (!mesh) return error_of(mesh);
  // What the window shows is what the viewer would make of the file.
  retarget(desc.skin, skeleton, BindReading::viewer);
  auto skin = Skin::build(std::move(desc.skin), *mesh, skeleton);
  if (!skin) return error_of(skin);
  return skinner_upload(std::move(*mesh), std::move(*skin), remap, srgb_colors, {});
}

}  // namespace

std::size_t WornFile::vertex_count() const {
  std::size_t count = 0;
  for (const auto& mesh : meshes) count += mesh->mesh.vertex_count();
  return count;
}

void WornFile::was_read(std::filesystem::file_time_type saved) {
  saved_at = saved;
  // Beside the images that were looked for, those that the file names itself.
  for (auto& part : file_parts(path))
    if (std::ranges::find(parts, part) == parts.end()) parts.push_back(std::move(part));
}

std::string time_of_day() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
#ifdef _WIN32
  localtime_s(&local, &now);
#else
  localtime_r(&now, &local);
#endif
  return fmt::format("{:%H:%M:%S}", local);
}

const char* level_name(io::Lod level) {
  static constexpr const char* kNames[] = {"lowest", "low", "medium", "high"};
  return kNames[static_cast<std::size_t>(level)];
}

Result<io::BoundMeshFile> read_worn(const std::filesystem::path& path, io::Lod level) {
  auto bytes = io::read_file(path);
  if (!bytes) return error_of(bytes);
  const std::string source = path.filename().string();
  if (!io::looks_like_mesh_asset(*bytes)) return io::read_bound_mesh(*bytes, source, path.parent_path());
  return io::read_mesh_asset(*bytes, source).map([&](const io::MeshAssetFile& file) {
    return io::bound_meshes(file, level);
  });
}

Result<std::unique_ptr<WornFile>> make_worn_file(std::shared_ptr<const io::BoundMeshFile> file,
                                                 const std::filesystem::path& path, const Skeleton& skeleton,
                                                 const std::shared_ptr<VertexRemaps>& remap) {
  auto worn = std::make_unique<WornFile>();
  worn->path = path;
  worn->name = path.filename().string();
  worn->file = std::move(file);
  // COLLADA's colours are as seen on a screen, glTF's are light.
  const bool srgb_colors = lower_ending(path) == ".dae";
  WornTextures textures(*worn->file, path.parent_path());
  for (std::size_t i = 0; i < worn->file->meshes.size(); ++i) {
    const BoundMeshDesc& desc = worn->file->meshes[i];
    if (!desc.rigged()) {
      worn->unrigged.push_back(desc.mesh.name);
      continue;
    }
    auto mesh = make_worn_mesh(desc, skeleton, remap, srgb_colors);
    if (!mesh) return error_of(mesh);
    // As it is worn: of glTF the positions are those of the file's nodes.
    worn->position_count += static_cast<std::size_t>(
        std::ranges::count_if((*mesh)->skin.desc().joint_positions,
                              [](const std::optional<Vec3>& position) { return position.has_value(); }));
    if (auto status = textures.give(i, *remap->of((*mesh)->device), (*mesh)->drawable); !status)
      return error_of(status);
    worn->lock_scale = worn->lock_scale || desc.skin.lock_scale;
    worn->meshes.push_back(std::move(*mesh));
  }
  worn->texture_notes = textures.notes();
  worn->parts = textures.files();
  if (worn->meshes.empty())
    return fail(
        ErrorCode::bad_data, worn->name,
        "No mesh in it has bone weights, so no slider or pose can move it. In Blender select armature and "
        "mesh together, then export.");
  return worn;
}

std::unique_ptr<WornFile> make_refused_file(std::shared_ptr<const io::BoundMeshFile> file,
                                            const std::filesystem::path& path, std::string problem) {
  auto refused = std::make_unique<WornFile>();
  refused->path = path;
  refused->name = path.filename().string();
  refused->file = std::move(file);
  refused->problem = std::move(problem);
  return refused;
}

std::vector<SystemPart> take_parts(SystemAvatar& avatar, SystemPiece piece) {
  std::vector<SystemPart> taken;
  for (SystemPart& part : avatar.parts) {
    const SystemPiece its = part.is_hair()    ? SystemPiece::hair
                            : part.is_skirt() ? SystemPiece::skirt
                                              : SystemPiece::body;
    if (its == piece) taken.push_back(std::move(part));
  }
  return taken;
}

Result<std::unique_ptr<WornFile>> make_worn_parts(std::vector<SystemPart> parts, SystemPiece piece,
                                                  const std::shared_ptr<VertexRemaps>& remap) {
  auto worn = std::make_unique<WornFile>();
  worn->name = piece == SystemPiece::hair    ? "System hair"
               : piece == SystemPiece::skirt ? "System skirt"
                                             : "System avatar";
  worn->piece = piece;
  worn->path = "the character folder";
  worn->system_avatar = true;
  for (SystemPart& part : parts) {
    auto mesh =
        skinner_upload(std::move(part.mesh), std::move(part.skin), remap, false, std::move(part.morphs));
    if (!mesh) return error_of(mesh);
    (*mesh)->drawable.keep_colors();
    worn->meshes.push_back(std::move(*mesh));
  }
  return worn;
}

void pose_mesh(WornMesh& mesh, const Character& character, const AvatarState& state) {
  make_palette(mesh.skin, state.joints, mesh.palette);
  if (mesh.morphs.empty()) return;
  morph_weights(mesh.morphs, character.appearance, state.shape.weights, mesh.morph_weights);
  mesh.morphed = bound_vertices(mesh.mesh, mesh.skin, mesh.morph_weights);
}

Vec3 skinned_vertex(const WornMesh& mesh, std::size_t vertex) {
  const VertexInfluences& influences = mesh.skin.influences()[vertex];
  Mat34 blended(0.0f);
  for (std::size_t k = 0; k < kMaxInfluences; ++k)
    blended += influences.weight[k] * mesh.palette[influences.joint[k]];
  return Vec3(Vec4f(mesh.bound()[vertex], 1.0f) * blended);
}

std::vector<ReferenceVertex> reference_of(const WornMesh& mesh, std::span<const JointTransform> joints) {
  std::vector<Mat4> palette(mesh.skin.palette_size());
  make_palette(mesh.skin, joints, std::span<Mat4>(palette));
  std::vector<ReferenceVertex> vertices(mesh.mesh.vertex_count());
  skin_reference(ReferenceInput(mesh.mesh, mesh.skin), palette, mesh.morph_weights, vertices);
  return vertices;
}

std::vector<Vec3> skinned_sample(const WornMesh& mesh, std::size_t most) {
  std::vector<Vec3> points;
  const std::span<const Vec3f> bound = mesh.bound();
  const std::size_t step = std::max<std::size_t>(1, (bound.size() + most - 1) / most);
  points.reserve(bound.size() / step + 1);
  for (std::size_t v = 0; v < bound.size(); v += step) points.push_back(skinned_vertex(mesh, v));
  return points;
}

}  // namespace mannequin::preview
