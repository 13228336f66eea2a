#include "tools/document/dressed_avatar.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace mannequin::document {
namespace {

// A part belongs to one region at most; empty: no mask limits a morph of it.
std::string limiting_region(std::span<const SystemMorph> morphs) {
  for (const SystemMorph& morph : morphs)
    if (!morph.mask_region.empty()) return morph.mask_region;
  return {};
}

template <typename T>
std::vector<T> list_of(std::span<const T> items) {
  return {items.begin(), items.end()};
}

// Whether ids and vertex numbers mean the same with both.
bool name_the_same(const std::vector<WornItem>& a, const std::vector<WornItem>& b) {
  return std::ranges::equal(a, b, [](const WornItem& one, const WornItem& other) {
    return one.file == other.file || have_same_vertices(*one.file, *other.file);
  });
}

MeshDesc desc_of_mesh(const Mesh& mesh) {
  MeshDesc desc;
  desc.name = mesh.name();
  desc.positions = list_of(mesh.positions());
  desc.normals = list_of(mesh.normals());
  desc.uvs = list_of(mesh.uvs());
  desc.tangents = list_of(mesh.tangents());
  desc.source_indices = list_of(mesh.source_indices());
  desc.indices = list_of(mesh.indices());
  desc.faces = list_of(mesh.faces());
  desc.materials = list_of(mesh.materials());
  desc.morphs = list_of(mesh.morphs());
  return desc;
}

}  // namespace

DressedAvatar::DressedAvatar(const Character& character, std::vector<WornOffsets> offsets)
    : character_(character), offsets_(std::move(offsets)), weighted_(character.skeleton.size()) {
  dress();
}

void DressedAvatar::choose(AvatarChoice choice) {
  if (choice.worn != choice_.worn) {
    // Ids follow the list order.
    if (!name_the_same(choice.worn, choice_.worn)) ++naming_revision_;
    choice_ = std::move(choice);
    dress();
  } else {
    choice_ = std::move(choice);
  }
  shown_weights_.reset();
  stale_ = true;
}

void DressedAvatar::show_weights(std::optional<ParameterWeights> weights) {
  shown_weights_ = std::move(weights);
  stale_ = true;
}

double DressedAvatar::weight(const ParameterDesc& parameter) const {
  const auto found = choice_.sliders.find(parameter.id);
  return found == choice_.sliders.end() ? parameter.default_weight
                                        : std::clamp(found->second, parameter.min, parameter.max);
}

void DressedAvatar::set_weight(const ParameterDesc& parameter, double weight) {
  weight = std::clamp(weight, parameter.min, parameter.max);
  // A slider at its default counts as not moved.
  if (weight == parameter.default_weight)
    choice_.sliders.erase(parameter.id);
  else
    choice_.sliders[parameter.id] = weight;
  choice_.apply_parameters = true;
  shown_weights_.reset();
  stale_ = true;
}

Sex DressedAvatar::sex() const {
  const auto found = choice_.sliders.find(kMaleParameter);
  return found != choice_.sliders.end() && found->second > 0.5 ? Sex::male : Sex::female;
}

std::optional<std::size_t> DressedAvatar::place_of(std::size_t entry) const {
  const std::size_t item = outfit_.sources[entry].item;
  return item == 0 ? std::nullopt : std::optional(item - 1);
}

const WornFile* DressedAvatar::file_of(std::size_t entry) const {
  const auto place = place_of(entry);
  return place ? worn_[*place].get() : nullptr;
}

const WornFile* DressedAvatar::file_of(const Uuid& offset_id) const {
  const auto found = std::ranges::find(outfit_.worn, offset_id, &WornOffsets::mesh_id);
  return found == outfit_.worn.end() ? nullptr
                                     : file_of(static_cast<std::size_t>(found - outfit_.worn.begin()));
}

void DressedAvatar::wear(std::shared_ptr<WornFile> file, const WearSettings& how) {
  choice_.worn.push_back({std::move(file), how});
  dress();
}

void DressedAvatar::wear_again(std::size_t index, WornFile read) {
  WornFile& old = *worn_[index];
  read.on_disk = read.on_disk || old.on_disk;
  read.keeps_colors = old.keeps_colors;
  if (read.reading.level != old.reading.level || read.meshes.size() != old.meshes.size()) ++naming_revision_;
  if (old.refused()) {
    // The file's own settings apply once: when it is finally worn.
    WearSettings& how = choice_.worn[index].how;
    how.joint_positions |= read.file && read.file->is_asset;
    how.lock_scale = read.lock_scale;
  }
  old = std::move(read);
  dress();
}

// No joint moves: computes no more than the mesh's own palette.
void DressedAvatar::reskin(std::size_t index, std::size_t mesh,
                           std::shared_ptr<const WornGeometry> geometry) {
  auto& worn = worn_[index]->meshes[mesh];
  auto made = std::make_shared<WornMesh>(std::move(geometry));
  made->id = worn->id;
  worn = std::move(made);
  ++worn_revision_;
  note_weighted();
  if (stale_) return;
  if (as_modelled_)
    show_as_modelled(*worn, character_.skeleton);
  else
    pose_mesh(*worn, character_, state_);
  reskinned_ = true;
  ++revision_;
}

void DressedAvatar::take_off(std::size_t index) {
  ++naming_revision_;
  choice_.worn.erase(choice_.worn.begin() + static_cast<std::ptrdiff_t>(index));
  dress();
}

void DressedAvatar::wear_as(std::size_t index, const WearSettings& how) {
  choice_.worn[index].how = how;
  dress();
}

void DressedAvatar::wear_without_mesh(std::vector<WornOffsets> offsets) {
  offsets_ = std::move(offsets);
  dress();
}

void DressedAvatar::paint_with(std::shared_ptr<const LayerSource> source) {
  layer_source_ = std::move(source);
  stale_ = true;
}

void DressedAvatar::wear_as_modelled(bool on) {
  if (std::exchange(as_modelled_, on) != on) stale_ = true;
}

void DressedAvatar::name_meshes(std::size_t index, std::span<const Uuid> ids) {
  const auto& meshes = worn_[index]->meshes;
  for (std::size_t m = 0; m < std::min(meshes.size(), ids.size()); ++m) meshes[m]->id = ids[m];
  stale_ = true;
}

AvatarInputs DressedAvatar::inputs() const {
  return {.sliders = choice_.sliders,
          .apply_parameters = choice_.apply_parameters,
          .worn = outfit_.worn,
          .pose = choice_.pose};
}

std::vector<const WornMesh*> DressedAvatar::visible_meshes(const WornFile* file) const {
  const auto meshes = visible_worn(file);
  return {meshes.begin(), meshes.end()};
}

std::size_t DressedAvatar::visible_vertices(const WornFile* file) const {
  std::size_t count = 0;
  for (const WornMesh* mesh : visible_meshes(file)) count += mesh->mesh.vertex_count();
  return count;
}

Vec3 DressedAvatar::joint_in_world(JointIndex joint) const {
  return state_.joints[static_cast<std::size_t>(joint)].world_position + Vec3(0.0, 0.0, lift());
}

double DressedAvatar::floats() const {
  double lowest = outline_.front().z;
  for (const Vec3& p : outline_) lowest = std::min(lowest, p.z);
  return lowest + lift();
}

std::vector<Vec3> DressedAvatar::outline_in_world() const {
  std::vector<Vec3> points = outline_;
  for (Vec3& p : points) p.z += lift();
  return points;
}

bool DressedAvatar::decodes_textures() const {
  return std::ranges::any_of(worn_, [](const auto& file) { return file->texture_work != nullptr; });
}

bool DressedAvatar::update() {
  for (const auto& file : worn_)
    if (file->take_textures()) ++worn_revision_;
  const bool reskinned = std::exchange(reskinned_, false);
  if (!stale_) return reskinned;
  stale_ = false;
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point began) {
    return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
  };
  const auto began = Clock::now();
  state_ = shown_weights_
               ? evaluate_avatar(character_, inputs(),
                                 evaluate_shape(character_.skeleton, character_.appearance, *shown_weights_))
               : evaluate_avatar(character_, inputs());
  solve_time_ = since(began);
  if (painted_.follow(layer_source_, character_.appearance, choice_, sex())) mask_system_avatar();
  const auto solved = Clock::now();
  for (WornMesh* mesh : visible_worn())
    if (as_modelled_)
      show_as_modelled(*mesh, character_.skeleton);
    else
      pose_mesh(*mesh, character_, state_);
  palette_time_ = since(solved);
  measure_bounds();
  ++revision_;
  return true;
}

// Its parts whose morphs a mask limits are others then; what is on the device follows what is worn.
void DressedAvatar::mask_system_avatar() {
  if (layer_source_ == nullptr) return;
  for (const auto& file : worn_) {
    if (!file->system_avatar || file->masks_revision == painted_.masks_revision()) continue;
    file->masks_revision = painted_.masks_revision();
    for (auto& mesh : file->meshes) {
      const std::string region = limiting_region(mesh->morphs);
      if (region.empty()) continue;
      Result<Mesh> copy = Mesh::build(desc_of_mesh(mesh->mesh));
      if (!copy) continue;
      std::vector<SystemMorph> morphs = mesh->morphs;
      const auto mask = painted_.masks().find(region);
      const auto masked = set_mask(mesh->geometry->bound.part, *copy, morphs, character_, layer_source_->body,
                                   region, mask == painted_.masks().end() ? nullptr : &mask->second);
      if (!masked || !*masked) continue;
      auto made = std::make_shared<WornMesh>(
          std::make_shared<const WornGeometry>(mesh->geometry, std::move(*copy), std::move(morphs)));
      made->id = mesh->id;
      mesh = std::move(made);
      ++worn_revision_;
    }
  }
}

std::vector<WornMesh*> DressedAvatar::visible_worn(const WornFile* file) const {
  std::vector<WornMesh*> meshes;
  for (const auto& worn : worn_)
    if (worn->visible && (file == nullptr || worn.get() == file))
      for (const auto& mesh : worn->meshes) meshes.push_back(mesh.get());
  return meshes;
}

// Updates what is worn to match the choice.
void DressedAvatar::dress() {
  ++worn_revision_;
  stale_ = true;
  worn_.clear();
  Outfit outfit;
  outfit.items.push_back(outfit_item("", offsets_));
  std::uint32_t id = 1;
  for (const WornItem& item : choice_.worn) {
    static_cast<WearSettings&>(*item.file) = item.how;
    if (item.file->texture_work) {
      item.file->texture_work->begin(textures_in_background_);
      // Textures decoded in the background are taken only by update(), however soon they are ready, since it
      // updates what depends on them.
      if (!textures_in_background_) item.file->take_textures();
    }
    for (const auto& mesh : item.file->meshes) mesh->id = Uuid::numbered(id++);
    // Files hidden in the window still count as worn: hiding must not change the shape.
    outfit.items.push_back(item.file->outfit_item());
    worn_.push_back(item.file);
  }
  outfit_ = outfit.offsets();
  note_weighted();
}

void DressedAvatar::note_weighted() {
  weighted_.assign(character_.skeleton.size(), false);
  for (const WornMesh* mesh : visible_meshes())
    for (std::size_t slot = 0; slot < mesh->skin.joint_count(); ++slot)
      if (mesh->slot_vertices[slot] > 0 && mesh->skin.joints()[slot] != kNoJoint)
        weighted_[static_cast<std::size_t>(mesh->skin.joints()[slot])] = true;
}

void DressedAvatar::measure_bounds() {
  outline_.clear();
  constexpr std::size_t kPointsPerMesh = 10000;
  for (const WornMesh* mesh : visible_meshes()) {
    const auto points = skinned_sample(*mesh, kPointsPerMesh);
    outline_.insert(outline_.end(), points.begin(), points.end());
  }
  // Nothing is visible: use the bones for the avatar's size.
  if (outline_.empty())
    for (std::size_t j = 0; j < state_.joints.size(); ++j)
      if (character_.skeleton.joints()[j].kind == JointKind::bone)
        outline_.push_back(state_.joints[j].world_position);
  bounds_ = {outline_.front(), outline_.front()};
  for (const Vec3& p : outline_) {
    bounds_.low = glm::min(bounds_.low, p);
    bounds_.high = glm::max(bounds_.high, p);
  }
  // Margin for points that were not sampled.
  bounds_.low -= 0.02;
  bounds_.high += 0.02;
}

const WornMesh* visible_mesh(const DressedAvatar& avatar, const Uuid& id) {
  const auto meshes = avatar.visible_meshes();
  const auto found = std::ranges::find_if(meshes, [&](const WornMesh* mesh) { return mesh->id == id; });
  return found == meshes.end() ? nullptr : *found;
}

}  // namespace mannequin::document
