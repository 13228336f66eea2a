#include "tools/document/weight_painting.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/bind/changed_weights.h"
#include "engine/io/gltf_writer.h"
#include "engine/skeleton/joint_sides.h"
#include "engine/wear/foreign_rig.h"
#include "tools/document/file_binding.h"
#include "tools/document/kept_copy.h"
#include "tools/document/time_of_day.h"
#include "tools/document/translation.h"

namespace mannequin::document {
namespace {

const char* stroke_name(BrushMode mode) {
  switch (mode) {
    case BrushMode::add:
    case BrushMode::replace:
      return tr("Paint");
    case BrushMode::subtract:
      return tr("Erase");
    case BrushMode::smooth:
      return tr("Smooth");
  }
  return "";
}

// Worn at once, like what was bound.
std::shared_ptr<WornFile> unsaved_copy(const WornFile& of) {
  auto copy = std::make_shared<WornFile>(of);
  for (auto& mesh : copy->meshes) {
    const Uuid id = mesh->id;
    mesh = std::make_shared<WornMesh>(mesh->geometry);
    mesh->id = id;
  }
  copy->follows_file = of.is_watched();
  copy->on_disk = false;
  copy->unsaved = true;
  copy->gone = false;
  copy->problem.clear();
  return copy;
}

}  // namespace

std::optional<WeightPainting::Place> WeightPainting::place_of(const Uuid& mesh) const {
  const auto& worn = bench_.avatar.worn();
  for (std::size_t row = 0; row < worn.size(); ++row)
    for (std::size_t m = 0; m < worn[row]->meshes.size(); ++m) {
      if (worn[row]->meshes[m]->id != mesh) continue;
      Place place{row, m, 0};
      if (worn[row]->file == nullptr) return place;
      // Meshes without a skin are in the file only.
      std::size_t rigged = 0;
      for (std::size_t i = 0; i < worn[row]->file->meshes.size(); ++i)
        if (worn[row]->file->meshes[i].rigged() && rigged++ == m) place.in_file = i;
      return place;
    }
  return std::nullopt;
}

std::string WeightPainting::refusal(const Uuid& mesh) const {
  const auto place = place_of(mesh);
  if (!place) return tr("There is no mesh to paint.");
  const WornFile& file = *bench_.avatar.worn()[place->row];
  if (file.file == nullptr) return tr("{} is part of the viewer: its weights cannot be changed.", file.name);
  if (is_of_another_rig(file.file->meshes[place->in_file], bench_.character().skeleton))
    return tr("{} is bound to another program's joints. Give it the avatar's first, in the Bind tab.",
              file.name);
  return {};
}

std::shared_ptr<WeightPainting::Canvas> WeightPainting::canvas_of(const WornFile& file, const Place& place) {
  const auto geometry = file.meshes[place.mesh]->geometry;
  const auto with_mesh = geometry->mesh_of == nullptr ? geometry : geometry->mesh_of;
  std::erase_if(canvases_, [](const auto& canvas) { return canvas->geometry.expired(); });
  for (const auto& canvas : canvases_)
    if (canvas->geometry.lock() == with_mesh) return canvas;
  auto canvas = std::make_shared<Canvas>();
  canvas->geometry = with_mesh;
  const BoundMeshDesc& desc = file.file->meshes[place.in_file];
  canvas->welded =
      make_surface(desc.mesh, desc.skin.bind_shape,
                   has_position_array(*file.file, file.path) ? Welding::source_index : Welding::border);
  canvas->surface.emplace(canvas->welded.surface);
  canvas->vertex.resize(canvas->welded.surface.positions.size());
  for (std::size_t v = 0; v < canvas->welded.vertex.size(); ++v) canvas->vertex[canvas->welded.vertex[v]] = v;
  canvases_.push_back(canvas);
  return canvas;
}

const std::map<std::string, JointBind>& WeightPainting::binds() {
  if (binds_.empty()) binds_ = joint_binds(bench_.character().skeleton);
  return binds_;
}

// By the joint itself: the file may call it by an alias.
std::uint32_t WeightPainting::group_of(Stroke& stroke, JointIndex joint) const {
  const std::span<const JointIndex> joints = stroke.geometry->skin.joints();
  const auto slot = std::ranges::find(joints, joint);
  if (slot != joints.end()) return static_cast<std::uint32_t>(slot - joints.begin());
  return group_named(stroke.table, bench_.character().skeleton[joint].name);
}

std::unique_ptr<WeightPainting::Stroke> WeightPainting::make_stroke(const Uuid& mesh, JointIndex joint) {
  const auto refuse = [&](const std::string& why) {
    bench_.report(Message::Kind::warning, why);
    return std::unique_ptr<Stroke>();
  };
  if (const std::string why = refusal(mesh); !why.empty()) return refuse(why);
  if (joint == kNoJoint) return refuse(tr("Choose the joint whose weights are to be painted."));
  const std::string& name = bench_.character().skeleton[joint].name;
  if (locked.contains(joint)) return refuse(tr("{} is locked: nothing changes its weights.", name));
  auto stroke = std::make_unique<Stroke>();
  stroke->place = *place_of(mesh);
  stroke->before = bench_.avatar.worn()[stroke->place.row];
  stroke->geometry = stroke->before->meshes[stroke->place.mesh]->geometry;
  stroke->canvas = canvas_of(*stroke->before, stroke->place);
  stroke->table = weights_of_skin(stroke->geometry->skin.desc(), stroke->canvas->welded);
  for (const JointIndex each : locked) {
    const std::uint32_t group = group_of(*stroke, each);
    if (stroke->locked.size() <= group) stroke->locked.resize(group + 1);
    stroke->locked[group] = true;
  }
  return stroke;
}

bool WeightPainting::begin(const Uuid& mesh, JointIndex joint, BrushMode mode) {
  if (stroke_ != nullptr) end();
  stroke_ = make_stroke(mesh, joint);
  if (stroke_ == nullptr) return false;
  Stroke& stroke = *stroke_;
  const Skeleton& skeleton = bench_.character().skeleton;
  stroke.name = mode == BrushMode::smooth
                    ? tr("Smooth weights of {}", stroke.before->name)
                    : tr("{} {} on {}", stroke_name(mode), skeleton[joint].name, stroke.before->name);
  std::optional<MirroredBrush> mirrored;
  const std::uint32_t group = group_of(stroke, joint);
  if (brush.mirror) {
    if (stroke.canvas->opposite.empty())
      stroke.canvas->opposite = opposite_places(stroke.canvas->welded.surface);
    const JointIndex other = mirrored_joint(skeleton, joint);
    mirrored = MirroredBrush{stroke.canvas->opposite, other == kNoJoint ? group : group_of(stroke, other)};
  }
  stroke.brush.emplace(*stroke.canvas->surface, stroke.table,
                       Brush{.mode = mode,
                             .radius = brush.radius,
                             .strength = brush.strength,
                             .value = brush.value,
                             .group = group,
                             .connected = brush.connected,
                             .locked = stroke.locked},
                       mirrored);
  return true;
}

std::vector<std::uint32_t> WeightPainting::Stroke::changed() const {
  return brush ? brush->changed() : std::vector<std::uint32_t>(typed.begin(), typed.end());
}

bool WeightPainting::Stroke::has_its_mesh() const {
  const auto& meshes = worn()->meshes;
  return place.mesh < meshes.size() && &meshes[place.mesh]->geometry->with_mesh() == &geometry->with_mesh();
}

// The row may have been taken off or read again meanwhile.
bool WeightPainting::still_there() const {
  const auto& worn = bench_.avatar.worn();
  return stroke_->place.row < worn.size() && worn[stroke_->place.row] == stroke_->worn() &&
         stroke_->has_its_mesh();
}

void WeightPainting::dab(const Vec3& place, std::size_t vertex) {
  if (stroke_ == nullptr) return;
  if (!still_there()) return complete();
  Stroke& stroke = *stroke_;
  const std::vector<std::size_t>& vertices = stroke.canvas->vertex;
  if (stroke.places.empty()) {
    const WornMesh& mesh = *bench_.avatar.worn()[stroke.place.row]->meshes[stroke.place.mesh];
    for (const std::size_t v : vertices) stroke.places.push_back(skinned_vertex(mesh, v));
  }
  const Vec3 center = place - Vec3(0.0, 0.0, bench_.avatar.lift());
  if (!stroke.brush->dab(stroke.places, center, stroke.canvas->welded.vertex[vertex]).empty())
    stroke.shown = false;
}

// From the first change on another file object is worn: undo has the one before.
void WeightPainting::wear_changed() {
  Stroke& stroke = *stroke_;
  if (stroke.made != nullptr) return;
  stroke.made = unsaved_copy(*stroke.before);
  stroke.made->kept_copy = kept_copy_path(bench_, *stroke.before);
  // Its textures are in the look that both share: only one may take them from the work.
  stroke.before->texture_work = nullptr;
  AvatarChoice choice = bench_.choice();
  bench_.history.record(stroke.name, choice);
  stroke.recorded = bench_.history.latest();
  WornItem& item = choice.worn[stroke.place.row];
  item.file = stroke.made;
  item.how.stands_in = false;
  bench_.avatar.choose(std::move(choice));
  wardrobe_.problems_changed();
}

void WeightPainting::show() {
  Stroke& stroke = *stroke_;
  if (stroke.shown) return;
  stroke.shown = true;
  wear_changed();
  SkinDesc desc = stroke.geometry->skin.desc();
  change_weights(desc, stroke.canvas->welded, stroke.table, stroke.changed(), binds());
  auto skin = Skin::build(std::move(desc), stroke.geometry->mesh, bench_.character().skeleton);
  if (!skin) return bench_.report(Message::Kind::error, skin.error().message());
  bench_.avatar.reskin(stroke.place.row, stroke.place.mesh,
                       std::make_shared<const WornGeometry>(stroke.geometry, std::move(*skin)));
  stroke.places.clear();
}

// The file gets what the mesh has been showing.
void WeightPainting::complete() {
  const std::unique_ptr<Stroke> stroke = std::move(stroke_);
  if (stroke->made == nullptr || !stroke->has_its_mesh()) return;
  auto file = std::make_shared<io::BoundMeshFile>(*stroke->before->file);
  change_weights(file->meshes[stroke->place.in_file].skin, stroke->canvas->welded, stroke->table,
                 stroke->changed(), binds());
  stroke->made->file = std::move(file);
  stroke->made->loaded_at = time_of_day();
}

void WeightPainting::end() {
  if (stroke_ == nullptr) return;
  const bool there = still_there();
  if (there) show();
  const std::size_t row = stroke_->place.row;
  complete();
  // Only now what the avatar takes up is measured again.
  if (there) bench_.avatar.wear_as(row, bench_.choice().worn[row].how);
}

void WeightPainting::cancel() {
  if (stroke_ == nullptr) return;
  const bool changed = stroke_->made != nullptr && bench_.history.latest() == stroke_->recorded;
  stroke_.reset();
  if (changed) bench_.avatar.choose(bench_.history.cancel());
}

bool WeightPainting::set_weight(const Uuid& mesh, std::size_t vertex, JointIndex joint, double weight) {
  if (stroke_ != nullptr) end();
  stroke_ = make_stroke(mesh, joint);
  if (stroke_ == nullptr) return false;
  const std::uint32_t on_surface = stroke_->canvas->welded.vertex[vertex];
  const std::string& name = bench_.character().skeleton[joint].name;
  stroke_->name = tr("Weight of {} at vertex {}", name, vertex);
  const std::uint32_t group = group_of(*stroke_, joint);
  if (!mannequin::set_weight(stroke_->table.vertices[on_surface], group, weight, stroke_->locked)) {
    stroke_.reset();
    bench_.report(Message::Kind::warning,
                  tr("The weight of {} stays: no other joint can take or give the rest.", name));
    return false;
  }
  stroke_->typed.insert(on_surface);
  stroke_->shown = false;
  end();
  return true;
}

// One at a time, and of the newest: also of what undo or redo brought back.
void WeightPainting::keep_copies() {
  if (writing_.valid()) {
    if (writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    writing_.get();
  }
  for (const auto& worn : bench_.avatar.worn()) {
    if (!worn->unsaved || worn->kept_copy.empty() || worn->file == nullptr) continue;
    if (stroke_ != nullptr && worn == stroke_->made) continue;
    const auto known = copies_.find(worn->kept_copy);
    if (known != copies_.end() && known->second.lock() == worn->file) continue;
    copies_[worn->kept_copy] = worn->file;
    writing_ = std::async(std::launch::async, [file = worn->file, path = worn->kept_copy,
                                               &skeleton = bench_.character().skeleton] {
      (void)write_kept_copy(*file, skeleton, path);
    });
    return;
  }
}

void WeightPainting::step() {
  if (stroke_ != nullptr) still_there() ? show() : complete();
  keep_copies();
}

}  // namespace mannequin::document
