#include "tools/preview/session/scene.h"

#include <algorithm>
#include <chrono>

#include "engine/skinning/cpu/cpu_skinner.h"
#include "engine/skinning/palette.h"

namespace mannequin::preview {
namespace {

// With about so many triangles a draft takes a processor less for them than for its pixels.
constexpr std::size_t kMostDraftTriangles = 50000;
// A mesh beside a finely divided one need not be fine itself.
constexpr std::size_t kLeastOfMesh = 1000;

}  // namespace

Result<std::unique_ptr<Scene>> Scene::create(const Character& character, std::vector<WornOffsets> offsets) {
  std::unique_ptr<Scene> scene(new Scene(character));
  if (auto skinner = GlSkinner::create(); skinner) {
    scene->remaps_ = std::make_shared<VertexRemaps>(std::move(*skinner));
  } else {
    auto processor = CpuSkinner::create();
    if (!processor) return error_of(processor);
    scene->gl_refusal_ = skinner.error();
    scene->remaps_ = std::make_shared<VertexRemaps>(nullptr);
    scene->skin_by(std::move(*processor));
  }
  scene->offsets_ = std::move(offsets);
  scene->weighted_.resize(character.skeleton.size());
  return scene;
}

void Scene::choose(AvatarChoice choice) {
  const bool other_worn = choice.worn != choice_.worn;
  choice_ = std::move(choice);
  if (other_worn) dress();
  shown_weights_.reset();
  stale_ = true;
}

void Scene::show_weights(std::optional<ParameterWeights> weights) {
  shown_weights_ = std::move(weights);
  stale_ = true;
}

double Scene::weight(const ParameterDesc& parameter) const {
  const auto found = choice_.sliders.find(parameter.id);
  return found == choice_.sliders.end() ? parameter.default_weight
                                        : std::clamp(found->second, parameter.min, parameter.max);
}

void Scene::set_weight(const ParameterDesc& parameter, double weight) {
  weight = std::clamp(weight, parameter.min, parameter.max);
  // A slider at its default is one that nobody moved.
  if (weight == parameter.default_weight)
    choice_.sliders.erase(parameter.id);
  else
    choice_.sliders[parameter.id] = weight;
  choice_.apply_parameters = true;
  shown_weights_.reset();
  stale_ = true;
}

Sex Scene::sex() const {
  const auto found = choice_.sliders.find(kMaleParameter);
  return found != choice_.sliders.end() && found->second > 0.5 ? Sex::male : Sex::female;
}

const WornFile* Scene::file_of(const Uuid& mesh) const {
  for (const auto& file : worn_)
    for (const auto& worn : file->meshes)
      if (worn->id == mesh) return file.get();
  return nullptr;
}

Status Scene::wear(io::BoundMeshFile file, const std::filesystem::path& path, bool joint_positions) {
  return wear(std::make_shared<const io::BoundMeshFile>(std::move(file)), path, joint_positions);
}

Status Scene::wear(std::shared_ptr<const io::BoundMeshFile> file, const std::filesystem::path& path,
                   bool joint_positions) {
  const bool positions_count = joint_positions || file->is_asset;
  auto worn = make_worn_file(std::move(file), path, character_.skeleton, remaps_);
  if (!worn) return error_of(worn);
  (*worn)->joint_positions = positions_count;
  const Wearing how = **worn;
  choice_.worn.push_back({std::move(*worn), how});
  dress();
  return {};
}

Status Scene::wear_system_avatar(std::vector<SystemPart> parts, SystemPiece piece, bool visible) {
  auto worn = make_worn_parts(std::move(parts), piece, remaps_);
  if (!worn) return error_of(worn);
  choice_.worn.push_back({std::move(*worn), {.visible = visible, .stands_in = true}});
  dress();
  return {};
}

void Scene::wear_refused(std::unique_ptr<WornFile> refused, bool joint_positions) {
  choice_.worn.push_back({std::move(refused), {.joint_positions = joint_positions}});
  dress();
}

Status Scene::wear_again(std::size_t index, std::shared_ptr<const io::BoundMeshFile> file) {
  WornFile& old = *worn_[index];
  const bool is_asset = file->is_asset;
  auto worn = make_worn_file(std::move(file), old.path, character_.skeleton, remaps_);
  if (!worn) return error_of(worn);
  (*worn)->on_disk = old.on_disk;
  (*worn)->level = old.level;
  if (old.refused()) {
    // What a file says of itself counts once: when it is worn at last.
    Wearing& how = choice_.worn[index].how;
    how.joint_positions |= is_asset;
    how.lock_scale = (*worn)->lock_scale;
  }
  old = std::move(**worn);
  dress();
  return {};
}

void Scene::take_off(std::size_t index) {
  choice_.worn.erase(choice_.worn.begin() + static_cast<std::ptrdiff_t>(index));
  dress();
}

void Scene::show(std::size_t index, bool visible) {
  choice_.worn[index].how.visible = visible;
  dress();
}

void Scene::use_joint_positions(std::size_t index, bool on) {
  choice_.worn[index].how.joint_positions = on;
  dress();
}

void Scene::wear_as(std::size_t index, const Wearing& how) {
  choice_.worn[index].how = how;
  dress();
}

void Scene::skin_by(std::shared_ptr<Skinner> skinner) {
  skinner_upload_ = skinner == nullptr ? nullptr : std::make_unique<SkinnerUpload>(std::move(skinner));
  stale_ = true;
}

void Scene::check_against_reference(bool on) {
  checks_ = on;
  live_error_.reset();
  stale_ = true;
}

AvatarInputs Scene::inputs() const {
  AvatarInputs inputs{.sliders = choice_.sliders,
                      .apply_parameters = choice_.apply_parameters,
                      .worn = offsets_,
                      .pose = choice_.pose};
  // Worn is worn, also where it is hidden in the window: hiding must not change the shape.
  for (const auto& file : worn_)
    if (file->joint_positions)
      for (const auto& mesh : file->meshes) {
        inputs.worn.push_back(worn_offsets(mesh->skin.desc(), mesh->id));
        inputs.worn.back().lock_scale = file->lock_scale;
      }
  return inputs;
}

std::vector<const WornMesh*> Scene::visible_meshes() const {
  const auto meshes = visible_worn();
  return {meshes.begin(), meshes.end()};
}

std::vector<MeshDrawable*> Scene::drawables() const {
  std::vector<MeshDrawable*> drawables;
  for (const auto& file : worn_)
    if (file->visible)
      for (const auto& mesh : file->meshes) drawables.push_back(&mesh->drawable);
  return drawables;
}

std::size_t Scene::visible_vertices() const {
  std::size_t count = 0;
  for (const WornMesh* mesh : visible_meshes()) count += mesh->mesh.vertex_count();
  return count;
}

Vec3 Scene::joint_in_world(JointIndex joint) const {
  return state_.joints[static_cast<std::size_t>(joint)].world_position + Vec3(0.0, 0.0, lift());
}

double Scene::floats() const {
  double lowest = outline_.front().z;
  for (const Vec3& p : outline_) lowest = std::min(lowest, p.z);
  return lowest + lift();
}

Result<bool> Scene::update() {
  if (!stale_) return false;
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
  time_ = {.shape = since(began)};
  const auto solved = Clock::now();
  make_palettes();
  if (auto status = skin_visible(); !status) return error_of(status);
  time_.skin = since(solved);
  if (auto status = show_skinned(); !status) return error_of(status);
  if (checks_)
    if (auto status = compare_with_reference(); !status) return error_of(status);
  measure_bounds();
  ++revision_;
  return true;
}

std::vector<WornMesh*> Scene::visible_worn() const {
  std::vector<WornMesh*> meshes;
  for (const auto& file : worn_)
    if (file->visible)
      for (const auto& mesh : file->meshes) meshes.push_back(mesh.get());
  return meshes;
}

void Scene::make_palettes() {
  for (WornMesh* mesh : visible_worn()) pose_mesh(*mesh, character_, state_);
}

// Until it is done: its time is told, and the picture would wait for it anyway.
Status Scene::skin_visible() {
  if (skinner_upload_) return skinner_upload_->skin(visible_worn());
  std::vector<SkinJob> jobs;
  for (const WornMesh* mesh : visible_worn())
    jobs.push_back({mesh->device, mesh->palette, 1, mesh->morph_weights});
  GlSkinner& skinner = *remaps_->skinner();
  if (auto status = skinner.skin(jobs); !status) return status;
  return skinner.finish();
}

Status Scene::show_skinned() {
  if (skinner_upload_) return skinner_upload_->show(visible_worn(), *remaps_);
  for (WornMesh* mesh : visible_worn()) {
    const auto results = remaps_->skinner()->results(mesh->device);
    if (!results) return error_of(results);
    mesh->drawable.set_skinned({results->buffer, results->offset,
                                results->offset + static_cast<GLintptr>(results->layout.normal_offset())});
  }
  return {};
}

Status Scene::prepare_drafts() const {
  std::size_t triangles = 0;
  const auto meshes = visible_worn();
  for (const WornMesh* mesh : meshes) triangles += mesh->drawable.triangles();
  // In powers of two, so that something small that is put on or taken off changes nothing.
  std::size_t reduction = 1;
  while (triangles > kMostDraftTriangles * reduction) reduction *= 2;
  for (WornMesh* mesh : meshes) {
    const auto remap = remaps_->of(mesh->device);
    if (!remap) return error_of(remap);
    std::size_t its = reduction;
    while (its > 1 && mesh->drawable.triangles() < kLeastOfMesh * its) its /= 2;
    if (auto status = mesh->drawable.coarsen(mesh->mesh, mesh->skin, *remap, its); !status) return status;
  }
  return {};
}

Status Scene::read_back(const WornMesh& mesh, std::span<SkinnedVertex> out) const {
  return skinner_upload_ ? skinner_upload_->read_back(mesh, out)
                         : remaps_->skinner()->read_back(mesh.device, 0, out);
}

Status Scene::compare_with_reference() {
  LiveError error;
  for (const WornMesh* mesh : visible_meshes()) {
    std::vector<SkinnedVertex> got(mesh->mesh.vertex_count());
    if (auto status = read_back(*mesh, got); !status) return status;
    const Agreement agreement = mannequin::compare_with_reference(got, reference_of(*mesh, state_.joints));
    error.position_mm = std::max(error.position_mm, 1000.0 * agreement.position);
    error.position_relative = std::max(error.position_relative, agreement.relative);
    error.normal = std::max(error.normal, agreement.normal);
  }
  live_error_ = error;
  return {};
}

// Makes what is worn be as the choice says.
void Scene::dress() {
  ++worn_revision_;
  stale_ = true;
  worn_.clear();
  // Ids go by the place in the list, because contests about joints do.
  std::uint32_t id = 1;
  for (const WornItem& item : choice_.worn) {
    static_cast<Wearing&>(*item.file) = item.how;
    for (const auto& mesh : item.file->meshes) {
      mesh->id = Uuid::numbered(id++);
      mesh->drawable.set_look(item.how.tint, item.how.opacity);
    }
    worn_.push_back(item.file);
  }
  weighted_.assign(character_.skeleton.size(), false);
  for (const WornMesh* mesh : visible_meshes())
    for (std::size_t slot = 0; slot < mesh->skin.joint_count(); ++slot)
      if (mesh->slot_vertices[slot] > 0 && mesh->skin.joints()[slot] != kNoJoint)
        weighted_[static_cast<std::size_t>(mesh->skin.joints()[slot])] = true;
}

void Scene::measure_bounds() {
  outline_.clear();
  constexpr std::size_t kPointsPerMesh = 10000;
  for (const WornMesh* mesh : visible_meshes()) {
    const auto points = skinned_sample(*mesh, kPointsPerMesh);
    outline_.insert(outline_.end(), points.begin(), points.end());
  }
  // Nothing visible: the bones say how large the avatar is.
  if (outline_.empty())
    for (std::size_t j = 0; j < state_.joints.size(); ++j)
      if (character_.skeleton.joints()[j].kind == JointKind::bone)
        outline_.push_back(state_.joints[j].world_position);
  bounds_ = {outline_.front(), outline_.front()};
  for (const Vec3& p : outline_) {
    bounds_.low = glm::min(bounds_.low, p);
    bounds_.high = glm::max(bounds_.high, p);
  }
  // For what lies between the points that were looked at.
  bounds_.low -= 0.02;
  bounds_.high += 0.02;
}

}  // namespace mannequin::preview
