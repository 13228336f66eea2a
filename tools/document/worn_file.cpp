#include "tools/document/worn_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <glm/gtc/matrix_transform.hpp>
#include <new>
#include <set>
#include <utility>

#include "engine/bind/bones.h"
#include "engine/bind/posed_skin.h"
#include "engine/io/regular_file.h"
#include "engine/mesh/attachment.h"
#include "engine/mesh/retarget.h"
#include "engine/skinning/palette.h"
#include "engine/wear/foreign_rig.h"
#include "tools/document/body_like.h"
#include "tools/document/file_binding.h"
#include "tools/document/file_kind.h"
#include "tools/document/file_parts.h"
#include "tools/document/file_watch.h"
#include "tools/document/translation.h"
#include "tools/document/worn_color.h"

namespace mannequin::document {
namespace {

std::vector<std::size_t> count_slot_vertices(const Skin& skin) {
  std::vector<std::size_t> weighted(skin.palette_size());
  for (const VertexInfluences& influences : skin.influences())
    for (std::size_t k = 0; k < kMaxInfluences; ++k)
      if (influences.weight[k] > 0.0f) ++weighted[influences.joint[k]];
  return weighted;
}

// Each is looked at several times a second: a file with more of them is no work of a person's.
constexpr std::size_t kMostParts = 1000;

void add_parts(std::vector<std::filesystem::path> more, std::vector<std::filesystem::path>& parts) {
  std::set<std::filesystem::path> known(parts.begin(), parts.end());
  for (auto& part : more)
    if (parts.size() < kMostParts && known.insert(part).second) parts.push_back(std::move(part));
}

}  // namespace

WornGeometry::WornGeometry(BoundMesh its_mesh, WornLook its_look)
    : bound(std::move(its_mesh)),
      mesh(bound.mesh),
      skin(*bound.skin),
      morphs(bound.morphs),
      look(std::make_shared<WornLook>(std::move(its_look))),
      slot_vertices(count_slot_vertices(skin)),
      measured(mesh, skin, morphs) {}

WornGeometry::WornGeometry(std::shared_ptr<const WornGeometry> like, Mesh its_mesh,
                           std::vector<SystemMorph> its_morphs)
    : skin_of(like->skin_of == nullptr ? std::move(like) : like->skin_of),
      bound{std::move(its_mesh), std::nullopt, skin_of->bound.offsets, skin_of->bound.part,
            std::move(its_morphs)},
      mesh(bound.mesh),
      skin(skin_of->skin),
      morphs(bound.morphs),
      look(skin_of->look),
      slot_vertices(skin_of->slot_vertices),
      measured(mesh, skin, morphs) {}

WornGeometry::WornGeometry(std::shared_ptr<const WornGeometry> like, Skin its_skin)
    : mesh_of(like->mesh_of == nullptr ? std::move(like) : like->mesh_of),
      bound{Mesh::without_vertices(mesh_of->mesh.name()), std::move(its_skin), mesh_of->bound.offsets,
            mesh_of->bound.part, mesh_of->bound.morphs},
      mesh(mesh_of->mesh),
      skin(*bound.skin),
      morphs(bound.morphs),
      look(mesh_of->look),
      slot_vertices(count_slot_vertices(skin)),
      measured(mesh, skin, morphs) {}

WornMesh::WornMesh(std::shared_ptr<const WornGeometry> its_geometry)
    : geometry(std::move(its_geometry)),
      mesh(geometry->mesh),
      skin(geometry->skin),
      morphs(geometry->morphs),
      slot_vertices(geometry->slot_vertices),
      measured(geometry->measured),
      palette(skin.palette_size()),
      morph_weights(morphs.size()) {}

std::size_t WornFile::vertex_count() const {
  std::size_t count = 0;
  for (const auto& mesh : meshes) count += mesh->mesh.vertex_count();
  return count;
}

std::vector<std::shared_ptr<const WornGeometry>> WornFile::geometry() const {
  std::vector<std::shared_ptr<const WornGeometry>> list;
  for (const auto& mesh : meshes) list.push_back(mesh->geometry);
  return list;
}

bool WornFile::locks_scale() const {
  return std::ranges::any_of(meshes,
                             [](const auto& mesh) { return mesh->geometry->bound.offsets.lock_scale; });
}

bool WornFile::depends_on_importer() const {
  return file && !file->is_builtin && std::ranges::any_of(file->meshes, [](const BoundMeshDesc& mesh) {
           return !mesh.skin.joint_rests.empty();
         });
}

OutfitItem WornFile::outfit_item() const {
  OutfitItem item{name, {}, joint_positions, std::nullopt};
  // The checkbox covers all meshes of the file, which may differ until the user changes it.
  if (lock_scale != locks_scale()) item.lock_scale = lock_scale;
  const std::optional<Uuid> asset_id = file ? asset_id_of(*file) : std::nullopt;
  for (const auto& mesh : meshes)
    item.meshes.push_back({mesh->mesh.name(), asset_id, mesh->geometry->bound.offsets});
  return item;
}

void WornFile::was_read(std::filesystem::file_time_type saved) {
  saved_at = saved;
  // The images that were looked for, and those that the file itself refers to.
  add_parts(file_parts(path), parts);
}

bool WornFile::take_textures() {
  if (!texture_work || !texture_work->finished()) return false;
  DecodedTextures decoded = std::exchange(texture_work, nullptr)->take();
  for (std::size_t i = 0; i < std::min(meshes.size(), decoded.shown.size()); ++i)
    meshes[i]->geometry->look->textures = std::move(decoded.shown[i]);
  texture_notes = std::move(decoded.notes);
  add_parts(std::move(decoded.files), parts);
  return true;
}

bool have_same_vertices(const WornFile& a, const WornFile& b) {
  return !a.refused() && std::ranges::equal(a.meshes, b.meshes, [](const auto& one, const auto& other) {
    return &one->geometry->with_mesh() == &other->geometry->with_mesh();
  });
}

std::optional<std::size_t> row_of_same(std::span<const std::shared_ptr<WornFile>> worn,
                                       const WornFile& file) {
  const auto same = [&](const auto& each) { return each.get() == &file; };
  auto found = std::ranges::find_if(worn, same);
  if (found == worn.end())
    found = std::ranges::find_if(
        worn, [&](const auto& each) { return have_same_vertices(*each, file) || each->path == file.path; });
  return found == worn.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - worn.begin()));
}

const char* level_name(io::Lod level) {
  static constexpr const char* kNames[] = {"lowest", "low", "medium", "high"};
  return kNames[static_cast<std::size_t>(level)];
}

Result<io::BoundMeshFile> read_worn(const std::filesystem::path& path, const MeshReading& reading) {
  const auto bytes = io::read_regular_file(path);
  if (!bytes) return error_of(bytes);
  if (lower_ending(path) == ".obj") {
    Result<BindableFile> obj = read_bindable_obj(io::as_text(*bytes), path, reading.obj);
    if (!obj) return error_of(obj);
    return std::move(obj->file);
  }
  return io::read_bound_mesh(*bytes, path.filename().string(), path.parent_path(), reading.level);
}

Result<std::unique_ptr<WornFile>> make_worn_file(std::shared_ptr<const io::BoundMeshFile> file,
                                                 const std::filesystem::path& path, const Skeleton& skeleton,
                                                 const ImporterProfile& importer, const std::string& point) {
  if (auto status = check_legacy_joints(*file, skeleton); !status) return error_of(status);
  auto worn = std::make_unique<WornFile>();
  worn->importer = importer;
  if (!point.empty()) {
    const auto joint = find_attachment_point(skeleton, point);
    if (!joint) return error_of(joint);
    worn->point = skeleton[*joint].name;
  }
  worn->path = path;
  worn->name = path.filename().string();
  worn->file = std::move(file);
  // COLLADA's colours are encoded for a screen, glTF's are linear.
  const bool srgb_colors = lower_ending(path) == ".dae";
  for (std::size_t i = 0; i < worn->file->meshes.size(); ++i) {
    const BoundMeshDesc& desc = worn->file->meshes[i];
    if (point.empty() && !desc.rigged()) {
      worn->unrigged.push_back(desc.mesh.name);
      continue;
    }
    // A foreign rig is displayed as its file shows it; the findings say what would have to change.
    auto mesh = !point.empty() ? build_attached_mesh(desc, point, skeleton)
                : is_of_another_rig(desc, skeleton)
                    ? build_bound_mesh(as_its_file_shows(desc, skeleton), skeleton, kStrictImporter)
                    : build_bound_mesh(desc, skeleton, worn->file->is_builtin ? kStrictImporter : importer);
    if (!mesh) return error_of(mesh);
    // As worn: for glTF, the positions are those of the file's nodes.
    for (const WornOffsets::Position& offset : mesh->offsets.joints)
      if (const JointIndex joint = skeleton.find(offset.joint);
          joint != kNoJoint && is_joint_offset(skeleton[joint], offset.position))
        ++worn->position_count;
    worn->meshes.push_back(std::make_shared<WornMesh>(
        std::make_shared<const WornGeometry>(std::move(*mesh), make_look(*worn->file, i, srgb_colors))));
  }
  worn->lock_scale = worn->locks_scale();
  if (has_textures(*worn->file, !point.empty()))
    worn->texture_work = std::make_shared<TextureWork>(worn->file, !point.empty(), path.parent_path());
  // In plaster, like the body, it would be hard to tell from it.
  worn->keeps_colors = has_plain_colors(*worn) && !looks_like_body(*worn, skeleton);
  if (worn->meshes.empty())
    return fail(ErrorCode::bad_data, worn->name,
                tr("No mesh in it has bone weights, so no slider or pose can move it. Give it weights in the "
                   "Bind tab, or attach it if it is a rigid object."));
  return worn;
}

tl::unexpected<Error> not_enough_memory(const std::filesystem::path& path) {
  return fail(ErrorCode::cannot_read, path.filename().string(),
              tr("there is not enough memory for it; close other programs, or split the file"));
}

ReadMesh make_mesh(std::shared_ptr<const io::BoundMeshFile> file, const std::filesystem::path& path,
                   const MeshReading& reading, const Skeleton& skeleton, const ImporterProfile& importer,
                   const std::string& point) {
  ReadMesh read{std::move(file), std::unique_ptr<WornFile>(), point};
  read.reading = reading;
  try {
    read.made = make_worn_file(read.file, path, skeleton, importer, point);
    if (read.made) (*read.made)->reading = reading;
  } catch (const std::bad_alloc&) {
    read.made = not_enough_memory(path);
  }
  return read;
}

ReadMesh read_mesh(const std::filesystem::path& path, const MeshReading& reading, const Skeleton& skeleton,
                   const ImporterProfile& importer, const HangsOn& on, bool is_kept_copy) {
  ReadMesh read{nullptr, std::unique_ptr<WornFile>(), on.unless_rigged ? std::string() : on.point};
  try {
    const auto saved = saved_at(path);
    Result<io::BoundMeshFile> file = read_worn(path, reading);
    if (!file) {
      read.made = error_of(file);
      return read;
    }
    if (is_kept_copy)
      for (BoundMeshDesc& mesh : file->meshes) retarget(mesh.skin, skeleton, kStrictImporter);
    const bool hangs = !on.unless_rigged || (is_rigid(*file) && !looks_like_clothing(*file, skeleton));
    read = make_mesh(std::make_shared<const io::BoundMeshFile>(std::move(*file)), path, reading, skeleton,
                     importer, hangs ? on.point : std::string());
    if (!read.made) return read;
    (*read.made)->on_disk = true;
    (*read.made)->was_read(saved);
  } catch (const std::bad_alloc&) {
    read.made = not_enough_memory(path);
  }
  return read;
}

bool is_rigid(const io::BoundMeshFile& file) {
  return !file.meshes.empty() && std::ranges::none_of(file.meshes, &BoundMeshDesc::rigged);
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

std::unique_ptr<WornFile> make_worn_parts(std::vector<SystemPart> parts, SystemPiece piece) {
  auto worn = std::make_unique<WornFile>();
  worn->name = piece == SystemPiece::hair    ? tr("System hair")
               : piece == SystemPiece::skirt ? tr("System skirt")
                                             : tr("System avatar");
  worn->piece = piece;
  worn->path = "the character folder";
  worn->system_avatar = true;
  worn->keeps_colors = true;
  for (SystemPart& part : parts)
    worn->meshes.push_back(std::make_shared<WornMesh>(
        std::make_shared<const WornGeometry>(bound_part(std::move(part)), WornLook())));
  return worn;
}

void pose_mesh(WornMesh& mesh, const Character& character, const AvatarState& state) {
  make_palette(mesh.skin, state.joints, mesh.palette);
  if (mesh.morphs.empty()) return;
  morph_weights(mesh.morphs, character.appearance, state.shape.weights, mesh.morph_weights);
  mesh.morphed = bound_vertices(mesh.mesh, mesh.skin, mesh.morph_weights);
}

namespace {

// How far above the avatar's frame the file is: bind space is, but a file may also have its root at the
// origin.
double height_of_file(const Skin& skin, const Skeleton& skeleton) {
  const std::vector<Vec3> places = bind_places(skeleton);
  const double height = bind_space_height(skeleton);
  double below = 0.0;  // bind space; by most of its joints
  for (std::size_t i = 0; i < skin.joints().size(); ++i)
    if (const JointIndex joint = skin.joints()[i]; joint != kNoJoint)
      below += places[static_cast<std::size_t>(joint)].z - glm::inverse(skin.inverse_binds()[i])[3].z -
               0.5 * height;
  return below > 0.0 ? 0.0 : height;
}

}  // namespace

void show_as_modelled(WornMesh& mesh, const Skeleton& skeleton) {
  const Vec3 down(0.0, 0.0, -height_of_file(mesh.skin, skeleton));
  std::ranges::fill(mesh.palette, to_mat34(glm::translate(Mat4(1.0), down)));
  std::ranges::fill(mesh.morph_weights, 0.0f);
  mesh.morphed.clear();
}

Vec3 skinned_vertex(const WornMesh& mesh, std::size_t vertex) {
  return Vec3(skinned_point(mesh.skin.influences()[vertex], mesh.palette, mesh.bound()[vertex]));
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

}  // namespace mannequin::document
