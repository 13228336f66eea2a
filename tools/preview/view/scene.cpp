#include "tools/preview/view/scene.h"

#include <algorithm>
#include <chrono>

#include "engine/skinning/cpu/cpu_skinner.h"
#include "tools/document/baked_face.h"
#include "tools/preview/render/draft_reductions.h"
#include "tools/preview/render/texture.h"

namespace mannequin::preview {
namespace {

// Of what is drawn so that one sees what is under it.
constexpr float kFaint = 0.35f;

}  // namespace

Result<std::unique_ptr<Scene>> Scene::create(const DressedAvatar& avatar) {
  std::unique_ptr<Scene> scene(new Scene(avatar));
  if (auto skinner = GlSkinner::create(); skinner) {
    scene->remaps_ = std::make_shared<VertexRemaps>(std::move(*skinner));
  } else {
    auto processor = CpuSkinner::create();
    if (!processor) return error_of(processor);
    scene->gl_refusal_ = skinner.error();
    scene->remaps_ = std::make_shared<VertexRemaps>(nullptr);
    scene->skin_by(std::move(*processor));
  }
  return scene;
}

Result<std::unique_ptr<Scene>> Scene::beside(const DressedAvatar& avatar) const {
  std::unique_ptr<Scene> scene(new Scene(avatar));
  scene->remaps_ = remaps_;
  scene->gl_refusal_ = gl_refusal_;
  if (!gl_refusal_) return scene;
  auto processor = CpuSkinner::create();
  if (!processor) return error_of(processor);
  scene->skin_by(std::move(*processor));
  return scene;
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

DeviceMesh* Scene::device_of(const WornMesh& mesh) const {
  const auto found = meshes_.find(mesh.geometry.get());
  return found == meshes_.end() ? nullptr : found->second.get();
}

std::vector<DrawnMesh> Scene::visible() const {
  std::vector<DrawnMesh> drawn;
  for (const WornMesh* mesh : avatar_.visible_meshes())
    if (DeviceMesh* device = device_of(*mesh)) drawn.push_back({mesh, device});
  return drawn;
}

std::vector<MeshDrawable*> Scene::drawables() const {
  std::vector<MeshDrawable*> drawables;
  for (const DrawnMesh& drawn : visible()) drawables.push_back(&drawn.device->drawable());
  return drawables;
}

MeshDrawable* Scene::drawable_of(const WornMesh& mesh) const {
  DeviceMesh* device = device_of(mesh);
  return device == nullptr ? nullptr : &device->drawable();
}

void Scene::see_through(std::span<const WornMesh* const> meshes) {
  if (meshes.empty() && seen_through_.empty()) return;
  seen_through_.clear();
  for (const WornMesh* mesh : meshes) seen_through_.insert(mesh->geometry.get());
  follow_worn();
  ++revision_;
}

// Releases what is taken off, as GPU memory is scarce; it is uploaded again when worn again.
void Scene::follow_worn() {
  std::set<const WornGeometry*> worn;
  for (std::size_t i = 0; i < avatar_.worn().size(); ++i) {
    const WornFile& file = *avatar_.worn()[i];
    for (const auto& mesh : file.meshes) {
      worn.insert(mesh->geometry.get());
      auto& device = meshes_[mesh->geometry.get()];
      if (device == nullptr) {
        auto made = DeviceMesh::create(mesh->geometry, remaps_);
        if (!made) {
          refused_.push_back({i, made.error()});
          break;
        }
        device = std::move(*made);
      }
      // Before the textures of what is no longer worn go: it may be the same mesh under other weights.
      if (device->follow_textures(textures_, texture_errors_)) ++revision_;
      device->drawable().set_look(
          file.tint, (seen_through_.contains(mesh->geometry.get()) ? kFaint : 1.0f) * file.opacity);
      device->show_colors(file.colors);
      if (file.keeps_colors) device->drawable().keep_colors();
    }
  }
  std::erase_if(meshes_,
                [&](const auto& each) { return each.second == nullptr || !worn.contains(each.first); });
  std::erase_if(textures_, [](const auto& each) { return each.second.expired(); });
}

// Regions that are painted, and the faces that show them.
void Scene::show_painted(const document::PaintedRegions& painted, BakedRegions& baked_regions) {
  if (painted.empty() && baked_regions.empty()) return;
  std::erase_if(baked_regions, [&](const auto& each) { return !painted.contains(each.first); });
  for (const auto& worn : avatar_.worn())
    for (const auto& mesh : worn->meshes) {
      DeviceMesh* const device = device_of(*mesh);
      if (device == nullptr || mesh->mesh.uvs().empty()) continue;
      const std::vector<std::string> regions = document::shown_regions(*worn, *mesh);
      for (std::uint32_t material = 0; material < regions.size(); ++material) {
        const auto region = painted.find(regions[material]);
        const Baked* const baked = region == painted.end()
                                       ? nullptr
                                       : bake(region->first, region->second, baked_regions[region->first]);
        const Status shown = baked == nullptr
                                 ? device->show_baked(material, nullptr, false)
                                 : device->show_baked(material, baked->texture, baked->see_through);
        if (!shown) texture_errors_.push_back(shown.error());
      }
    }
}

// On the device as it is now; null if it does not fit there, which is reported.
const Scene::Baked* Scene::bake(const std::string& region, const document::PaintedRegion& painted,
                                Baked& baked) {
  if (baked.revision == painted.revision) return baked.texture == nullptr ? nullptr : &baked;
  const LayerComposite& picture = *painted.picture;
  const std::vector<std::uint8_t> rows = flipped_rows(picture.rgba, picture.size);
  baked.see_through = painted.see_through;
  baked.revision = painted.revision;
  if (baked.texture != nullptr) {
    update_texture(*baked.texture, rows, static_cast<int>(picture.size));
    return &baked;
  }
  auto made = make_texture(rows, static_cast<int>(picture.size), region);
  if (!made) {
    texture_errors_.push_back(made.error());
    return nullptr;
  }
  baked.texture = std::make_shared<const GlTexture>(std::move(*made));
  return &baked;
}

Result<bool> Scene::update() {
  const bool painted =
      worn_revision_ != avatar_.worn_revision() || painted_revision_ != avatar_.painted().revision();
  if (worn_revision_ != avatar_.worn_revision()) {
    worn_revision_ = avatar_.worn_revision();
    follow_worn();
    stale_ = true;
  }
  for (const auto& [geometry, device] : meshes_)
    if (device->follow_textures(textures_, texture_errors_)) ++revision_;
  if (painted) {
    painted_revision_ = avatar_.painted().revision();
    show_painted();
    ++revision_;
  }
  if (!stale_ && avatar_revision_ == avatar_.revision()) return false;
  const bool solved = avatar_revision_ != avatar_.revision();
  stale_ = false;
  avatar_revision_ = avatar_.revision();
  const auto began = std::chrono::steady_clock::now();
  if (auto status = skin_visible(); !status) return error_of(status);
  time_ = {
      .shape = solved ? avatar_.solve_time() : 0.0,
      .skin = (solved ? avatar_.palette_time() : 0.0) +
              std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count()};
  if (auto status = show_skinned(); !status) return error_of(status);
  if (checks_)
    if (auto status = compare_with_reference(); !status) return error_of(status);
  ++revision_;
  return true;
}

// Waits until it is done: its time is reported, and the picture would wait for it anyway.
Status Scene::skin_visible() {
  if (skinner_upload_) return skinner_upload_->skin(visible());
  std::vector<SkinJob> jobs;
  for (const DrawnMesh& drawn : visible())
    jobs.push_back({drawn.device->id(), drawn.mesh->palette, 1, drawn.mesh->morph_weights});
  GlSkinner& skinner = *remaps_->skinner();
  if (auto status = skinner.skin(jobs); !status) return status;
  return skinner.finish();
}

Status Scene::show_skinned() {
  if (skinner_upload_) return skinner_upload_->show(visible());
  for (const DrawnMesh& drawn : visible()) {
    const auto results = remaps_->skinner()->results(drawn.device->id());
    if (!results) return error_of(results);
    drawn.device->drawable().set_skinned(
        {results->buffer, results->offset,
         results->offset + static_cast<GLintptr>(results->layout.normal_offset())});
  }
  return {};
}

Status Scene::prepare_drafts() const {
  const auto meshes = visible();
  std::vector<std::size_t> triangles;
  for (const DrawnMesh& drawn : meshes) triangles.push_back(drawn.device->drawable().triangles());
  const std::vector<std::size_t> reductions = draft_reductions(triangles);
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    const auto& [mesh, device] = meshes[i];
    if (auto status = device->drawable().coarsen(mesh->mesh, mesh->skin, device->remap(), reductions[i]);
        !status)
      return status;
  }
  return {};
}

Status Scene::read_back(const WornMesh& mesh, std::span<SkinnedVertex> out) const {
  DeviceMesh* device = device_of(mesh);
  if (device == nullptr) return fail(ErrorCode::bad_argument, mesh.mesh.name(), "It is not on the device.");
  return skinner_upload_ ? skinner_upload_->read_back(*device, out)
                         : remaps_->skinner()->read_back(device->id(), 0, out);
}

Status Scene::compare_with_reference() {
  LiveError error;
  for (const DrawnMesh& drawn : visible()) {
    std::vector<SkinnedVertex> got(drawn.mesh->mesh.vertex_count());
    if (auto status = read_back(*drawn.mesh, got); !status) return status;
    const Agreement agreement =
        mannequin::compare_with_reference(got, reference_of(*drawn.mesh, avatar_.state().joints));
    error.position_mm = std::max(error.position_mm, 1000.0 * agreement.position);
    error.position_relative = std::max(error.position_relative, agreement.relative);
    error.normal = std::max(error.normal, agreement.normal);
  }
  live_error_ = error;
  return {};
}

}  // namespace mannequin::preview
