#include "engine/avatar/system_avatar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "engine/avatar/render_joints.h"

namespace mannequin {
namespace {

// Properties of each mesh type that are in the viewer's code, not in files.
struct PartType {
  const char* type;
  const char* parent;  // of the mesh; only meshes without weights follow it
  const char* material;
  Vec4f color;  // linear
};

constexpr Vec4f kSkin{0.60f, 0.44f, 0.36f, 1.0f};
const PartType kPartTypes[] = {
    {"hairMesh", "mSkull", "hair", {0.10f, 0.065f, 0.045f, 1.0f}},
    {"headMesh", "", "skin", kSkin},
    {"eyelashMesh", "", "eyelashes", {0.045f, 0.035f, 0.03f, 1.0f}},
    {"upperBodyMesh", "", "skin", kSkin},
    {"lowerBodyMesh", "", "skin", kSkin},
    {"eyeBallLeftMesh", "mEyeLeft", "eye", {0.80f, 0.79f, 0.77f, 1.0f}},
    {"eyeBallRightMesh", "mEyeRight", "eye", {0.80f, 0.79f, 0.77f, 1.0f}},
    {"skirtMesh", "", "skirt", {0.20f, 0.25f, 0.34f, 1.0f}},
};

constexpr std::pair<const char*, const char*> kMaskRegions[] = {
    {"head", "headMesh"},        {"upper_body", "upperBodyMesh"}, {"lower_body", "lowerBodyMesh"},
    {"eyes", "eyeBallLeftMesh"}, {"skirt", "skirtMesh"},          {"hair", "hairMesh"}};

// The viewer lets a morph turn normals less than its deltas specify.
constexpr float kSoftened = 0.65f;

const PartType* find_type(const std::string& type) {
  const auto found =
      std::ranges::find_if(kPartTypes, [&](const PartType& known) { return type == known.type; });
  return found == std::end(kPartTypes) ? nullptr : found;
}

Vec3f usable_binormal(const Vec3f& delta) {
  const float squared = glm::dot(delta, delta);
  return std::isfinite(squared) && squared > 1e-5f ? delta : Vec3f(1.0f, 0.0f, 0.0f);
}

// The deltas of one morph under its mask; an empty mask is 1 everywhere. vertices: of the part.
void fill_deltas(const BaseMorph& data, std::span<const float> mask, std::size_t vertices, SystemMorph& made,
                 MorphTarget& target) {
  target.name = data.name;
  for (std::size_t i = 0; i < data.vertices.size(); ++i) {
    const std::uint32_t v = data.vertices[i];
    if (v >= vertices) continue;
    const float m = mask.empty() ? 1.0f : mask[v];
    target.vertices.push_back(v);
    target.positions.push_back(m * data.positions[i]);
    target.normals.push_back(m * kSoftened * data.normals[i]);
    made.binormals.push_back(m * kSoftened * usable_binormal(data.binormals[i]));
    made.uvs.push_back(m * data.uvs[i]);
    if (!mask.empty()) made.mask.push_back(m);
  }
}

// "upper_body" of "upperBodyMesh"; null if no baked region is painted on it.
const char* mask_region_of(const std::string& type) {
  for (const auto& [region, part] : kMaskRegions)
    if (type == part) return region;
  return nullptr;
}

class PartMaker {
 public:
  // lods: of one type, ascending, not empty; full: the mesh whose vertices the chosen one uses.
  PartMaker(const Character& character, const std::map<std::string, BaseMeshDesc>& meshes,
            const SystemAvatarOptions& options, std::vector<const BodyMeshDesc*> lods)
      : character_(character), meshes_(meshes), options_(options), lods_(std::move(lods)) {}

  Result<SystemPart> make() {
    choose_level();
    type_ = find_type(chosen_->part);
    if (type_ == nullptr) return bad(fmt::format("has the unknown type '{}'", chosen_->part));
    full_ = find(chosen_->reference.empty() ? chosen_->file : chosen_->reference);
    detail_ = find(chosen_->file);
    if (full_ == nullptr || detail_ == nullptr || full_->positions.empty() || detail_->indices.empty())
      return bad("is missing, or the mesh that it refers to is; complete the character folder");
    if (auto status = check_full(); !status) return error_of(status);
    const std::uint32_t highest = *std::ranges::max_element(detail_->indices);
    if (highest >= full_->positions.size())
      return bad(fmt::format("uses vertex {} of {}, which has only {}; use files of one viewer", highest,
                             full_->source, full_->positions.size()));
    // The finest level has all vertices, including those without a triangle.
    vertex_count_ = chosen_->reference.empty() ? full_->positions.size() : highest + std::size_t{1};
    MeshDesc desc = mesh_desc();
    std::vector<SystemMorph> morphs = add_morphs(desc);
    Result<Mesh> mesh = Mesh::build(std::move(desc));
    if (!mesh) return error_of(mesh);
    Result<SkinDesc> skin_desc = full_->weights.empty() ? hanging_skin() : weighted_skin();
    if (!skin_desc) return error_of(skin_desc);
    Result<Skin> skin = Skin::build(std::move(*skin_desc), *mesh, character_.skeleton);
    if (!skin) return error_of(skin);
    return SystemPart{chosen_->part,    part_name(),       std::move(*mesh),
                      std::move(*skin), std::move(morphs), levels_of_detail()};
  }

 private:
  tl::unexpected<Error> bad(std::string what) const {
    return fail(ErrorCode::bad_data, chosen_->file, std::move(what));
  }

  // Checks beyond those of Mesh::build and Skin::build.
  Status check_full() const {
    const std::size_t count = full_->positions.size();
    const bool same = full_->normals.size() == count && full_->uvs.size() == count &&
                      (full_->weights.empty() || full_->weights.size() == count);
    if (!same) return bad("has normals, texture coordinates or weights that do not match its vertices");
    for (const VertexRemap& remap : full_->remaps)
      if (remap.source >= count || remap.destination >= count)
        return bad(fmt::format("remaps vertex {} to {}, but there are only {}", remap.source,
                               remap.destination, count));
    for (const BaseMorph& morph : full_->morphs) {
      const std::size_t moved = morph.vertices.size();
      if (morph.positions.size() != moved || morph.normals.size() != moved ||
          morph.binormals.size() != moved || morph.uvs.size() != moved ||
          std::ranges::any_of(morph.vertices, [&](auto v) { return v >= count; }))
        return bad(fmt::format("has a morph '{}' whose lists differ in length or whose vertices do not exist",
                               morph.name));
    }
    for (const float weight : full_->weights)
      if (!(weight >= 0.0f && weight < 65536.0f)) return bad("has a weight that is below 0 or not finite");
    return {};
  }

  void choose_level() {
    chosen_ = lods_.front();
    for (const BodyMeshDesc* lod : lods_)
      if (lod->lod <= options_.lod) chosen_ = lod;
  }

  const BaseMeshDesc* find(const std::string& file) const {
    const auto found = meshes_.find(file);
    return found == meshes_.end() ? nullptr : &found->second;
  }

  std::string part_name() const {
    return chosen_->file + (chosen_->part == "eyeBallRightMesh" ? "#right" : "");
  }

  MeshDesc mesh_desc() const {
    const auto count = static_cast<std::ptrdiff_t>(vertex_count_);
    MeshDesc desc;
    desc.name = part_name();
    desc.positions.assign(full_->positions.begin(), full_->positions.begin() + count);
    desc.normals.assign(full_->normals.begin(), full_->normals.begin() + count);
    desc.uvs.assign(full_->uvs.begin(), full_->uvs.begin() + count);
    desc.indices = detail_->indices;
    desc.materials.push_back({type_->material, type_->color, ""});
    desc.faces.push_back({0, 0, static_cast<std::uint32_t>(vertex_count_), 0,
                          static_cast<std::uint32_t>(desc.indices.size())});
    if (desc.materials.front().name == "eye") add_iris(desc);
    return desc;
  }

  // Without a texture an eye would not show its direction.
  static void add_iris(MeshDesc& desc) {
    const auto outer = [&](std::size_t triangle) {
      float farthest = 0.0f;
      for (std::size_t k = 0; k < 3; ++k)
        farthest = std::max(farthest, glm::length(desc.uvs[desc.indices[3 * triangle + k]] - Vec2f(0.5f)));
      return farthest;
    };
    struct Ring {
      float radius;
      MaterialDesc material;
    };
    const std::array rings{Ring{0.09f, {"pupil", {0.01f, 0.01f, 0.01f, 1.0f}, ""}},
                           Ring{0.19f, {"iris", {0.11f, 0.20f, 0.24f, 1.0f}, ""}},
                           Ring{HUGE_VALF, desc.materials.front()}};
    const auto vertices = static_cast<std::uint32_t>(desc.positions.size());
    std::vector<std::uint32_t> indices;
    desc.faces.clear();
    desc.materials.clear();
    float inner = -1.0f;
    for (const Ring& ring : rings) {
      const auto first = static_cast<std::uint32_t>(indices.size());
      for (std::size_t t = 0; t < desc.indices.size() / 3; ++t)
        if (const float radius = outer(t); radius > inner && radius <= ring.radius)
          for (std::size_t k = 0; k < 3; ++k) indices.push_back(desc.indices[3 * t + k]);
      inner = ring.radius;
      const auto size = static_cast<std::uint32_t>(indices.size()) - first;
      if (size == 0) continue;
      desc.faces.push_back({static_cast<std::uint32_t>(desc.materials.size()), 0, vertices, first, size});
      desc.materials.push_back(ring.material);
    }
    desc.indices = std::move(indices);
  }

  std::vector<SystemMorph> add_morphs(MeshDesc& desc) const {
    std::vector<SystemMorph> morphs;
    for (std::size_t p = 0; p < character_.appearance.size(); ++p)
      for (const MorphDesc& morph : character_.appearance.parameters()[p].morphs) {
        if (morph.mesh != full_->source || (!morph.part.empty() && morph.part != chosen_->part)) continue;
        const BaseMorph* data = find_morph(*full_, morph.morph);
        if (data == nullptr) continue;
        const auto parameter = static_cast<ParameterIndex>(p);
        morphs.push_back(add_morph(parameter, morph, *data, desc));
      }
    return morphs;
  }

  SystemMorph add_morph(ParameterIndex parameter, const MorphDesc& morph, const BaseMorph& data,
                        MeshDesc& desc) const {
    SystemMorph made;
    made.parameter = parameter;
    made.min = morph.min;
    made.max = morph.max;
    made.clothing = morph.clothing;
    std::vector<float> mask;
    for (const MorphMaskDesc& masked : character_.appearance.morph_masks()) {
      if (masked.parameter != character_.appearance[parameter].id || masked.part != chosen_->part) continue;
      const MaskImage* image = mask_image();
      if (const char* region = mask_region_of(chosen_->part)) made.mask_region = region;
      made.waits = image == nullptr;
      made.masked = image != nullptr;
      if (image != nullptr) mask = mask_weights(*image, masked.invert, *full_);
    }
    fill_deltas(data, mask, vertex_count_, made, desc.morphs.emplace_back());
    return made;
  }

  const MaskImage* mask_image() const {
    if (const char* region = mask_region_of(chosen_->part)) {
      const auto found = options_.masks.find(region);
      return found == options_.masks.end() ? nullptr : &found->second;
    }
    return nullptr;
  }

  // Pivots map vertices to joint space, like inverse binds.
  Result<SkinDesc> weighted_skin() const {
    const auto list = render_joints(character_.skeleton, full_->skin_joints, full_->source);
    if (!list) return error_of(list);
    SkinDesc skin;
    for (const RenderJoint& entry : *list) {
      const bool root = entry.joint == kNoJoint;
      skin.joint_names.push_back(root ? "mRoot" : character_.skeleton[entry.joint].name);
      skin.frames.push_back(root ? SlotFrame::root : SlotFrame::joint);
      skin.inverse_binds.push_back(glm::translate(Mat4(1.0), entry.pivot));
    }
    skin.influence_begin.push_back(0);
    for (std::size_t v = 0; v < vertex_count_; ++v) {
      const float weight = full_->weights[v], whole = std::floor(weight), part = weight - whole;
      const auto entry = static_cast<std::uint32_t>(whole);
      if (entry + (part > 0.0f ? 1u : 0u) >= list->size())
        return bad(
            fmt::format("vertex {} has weight {}, but there are only {} render joints (numbered from 0)", v,
                        weight, list->size()));
      skin.influences.push_back({entry, 1.0f - part});
      if (part > 0.0f) skin.influences.push_back({entry + 1, part});
      skin.influence_begin.push_back(static_cast<std::uint32_t>(skin.influences.size()));
    }
    return skin;
  }

  // The mesh is a child of a joint, with its own transform.
  Result<SkinDesc> hanging_skin() const {
    SkinDesc skin;
    const bool root = *type_->parent == '\0';
    skin.joint_names.push_back(root ? "mRoot" : type_->parent);
    skin.frames.push_back(root ? SlotFrame::root : SlotFrame::unscaled);
    skin.inverse_binds.emplace_back(1.0);
    const Vec3 angle = glm::radians(Vec3(full_->rotation_degrees));
    const Quat turned = glm::angleAxis(angle.z, Vec3(0, 0, 1)) * glm::angleAxis(angle.y, Vec3(0, 1, 0)) *
                        glm::angleAxis(angle.x, Vec3(1, 0, 0));
    skin.bind_shape = glm::scale(glm::translate(Mat4(1.0), Vec3(full_->position)) * glm::mat4_cast(turned),
                                 Vec3(full_->scale));
    skin.influences.assign(vertex_count_, {0, 1.0f});
    for (std::uint32_t v = 0; v <= vertex_count_; ++v) skin.influence_begin.push_back(v);
    return skin;
  }

  std::vector<SystemLod> levels_of_detail() const {
    std::vector<SystemLod> levels;
    for (const BodyMeshDesc* lod : lods_) {
      const bool same_vertices =
          lod == chosen_ || lod->file == full_->source || lod->reference == full_->source;
      const BaseMeshDesc* mesh = find(lod->file);
      if (same_vertices && mesh != nullptr && !mesh->indices.empty() &&
          *std::ranges::max_element(mesh->indices) < vertex_count_)
        levels.push_back({lod->lod, lod->file, lod->min_pixel_area, mesh->indices});
    }
    return levels;
  }

  const Character& character_;
  const std::map<std::string, BaseMeshDesc>& meshes_;
  const SystemAvatarOptions& options_;
  std::vector<const BodyMeshDesc*> lods_;
  const BodyMeshDesc* chosen_ = nullptr;
  const PartType* type_ = nullptr;
  const BaseMeshDesc *full_ = nullptr, *detail_ = nullptr;
  std::size_t vertex_count_ = 0;
};

MeshDesc desc_of(const Mesh& mesh) {
  const auto list = [](auto span) { return std::vector(span.begin(), span.end()); };
  MeshDesc desc;
  desc.name = mesh.name();
  desc.positions = list(mesh.positions());
  desc.normals = list(mesh.normals());
  desc.uvs = list(mesh.uvs());
  desc.tangents = list(mesh.tangents());
  desc.source_indices = list(mesh.source_indices());
  desc.indices = list(mesh.indices());
  desc.faces = list(mesh.faces());
  desc.materials = list(mesh.materials());
  desc.morphs = list(mesh.morphs());
  return desc;
}

Status check_masks(const SystemAvatarOptions& options) {
  for (const auto& [region, image] : options.masks) {
    const bool known = std::ranges::any_of(
        kMaskRegions, [&name = region](const auto& entry) { return name == entry.first; });
    if (!known)
      return fail(
          ErrorCode::bad_argument, fmt::format("mask '{}'", region),
          "is not a baked region; the regions are head, upper_body, lower_body, eyes, skirt and hair");
    if (image.width == 0 || image.height == 0 ||
        image.texels.size() != std::size_t{image.width} * image.height)
      return fail(ErrorCode::bad_data, fmt::format("mask '{}'", region),
                  fmt::format("has {} texels for {} x {}; all are needed", image.texels.size(), image.width,
                              image.height));
  }
  return {};
}

}  // namespace

Result<SystemAvatar> SystemAvatar::build(const Character& character,
                                         const std::map<std::string, BaseMeshDesc>& meshes,
                                         const SystemAvatarOptions& options) {
  if (auto status = check_masks(options); !status) return error_of(status);
  const std::span<const BodyMeshDesc> bodies = character.appearance.body_meshes();
  if (bodies.empty())
    return fail(ErrorCode::bad_data, "system avatar",
                "is not in these definitions; give a viewer's character folder, which contains its meshes");
  std::vector<std::vector<const BodyMeshDesc*>> by_type;
  for (const BodyMeshDesc& body : bodies) {
    const auto same =
        std::ranges::find_if(by_type, [&](const auto& known) { return known.front()->part == body.part; });
    (same == by_type.end() ? by_type.emplace_back() : *same).push_back(&body);
  }
  SystemAvatar avatar;
  for (std::vector<const BodyMeshDesc*>& lods : by_type) {
    std::ranges::stable_sort(lods, {}, [](const BodyMeshDesc* body) { return body->lod; });
    Result<SystemPart> part = PartMaker(character, meshes, options, std::move(lods)).make();
    if (!part) return error_of(part);
    avatar.parts.push_back(std::move(*part));
  }
  return avatar;
}

Result<bool> set_mask(const std::string& type, Mesh& mesh, std::vector<SystemMorph>& morphs,
                      const Character& character, const std::map<std::string, BaseMeshDesc>& meshes,
                      const std::string& region, const MaskImage* mask) {
  const auto is_limited = [&](const SystemMorph& morph) { return morph.mask_region == region; };
  if (std::ranges::none_of(morphs, is_limited)) return false;
  MeshDesc desc = desc_of(mesh);
  std::vector<SystemMorph> made = morphs;
  for (std::size_t m = 0; m < made.size(); ++m) {
    if (!is_limited(made[m])) continue;
    const ParameterDesc& parameter = character.appearance[made[m].parameter];
    const auto entry = std::ranges::find_if(parameter.morphs, [&](const MorphDesc& morph) {
      return (morph.part.empty() || morph.part == type) && meshes.contains(morph.mesh) &&
             find_morph(meshes.at(morph.mesh), morph.morph) != nullptr;
    });
    if (entry == parameter.morphs.end())
      return fail(ErrorCode::bad_data, mesh.name(),
                  fmt::format("no longer has the morph '{}'; give the meshes that the avatar was built from",
                              desc.morphs[m].name));
    const BaseMeshDesc& full = meshes.at(entry->mesh);
    const auto masked =
        std::ranges::find(character.appearance.morph_masks(), parameter.id, &MorphMaskDesc::parameter);
    SystemMorph& morph = made[m];
    morph.waits = mask == nullptr;
    morph.masked = mask != nullptr;
    morph.mask.clear();
    morph.binormals.clear();
    morph.uvs.clear();
    MorphTarget target;
    const std::vector<float> weights =
        mask == nullptr
            ? std::vector<float>()
            : mask_weights(*mask, masked != character.appearance.morph_masks().end() && masked->invert, full);
    fill_deltas(*find_morph(full, entry->morph), weights, mesh.vertex_count(), morph, target);
    desc.morphs[m] = std::move(target);
  }
  Result<Mesh> built = Mesh::build(std::move(desc));
  if (!built) return error_of(built);
  mesh = std::move(*built);
  morphs = std::move(made);
  return true;
}

Status check_mask(const std::string& region, const MaskImage& mask) {
  SystemAvatarOptions options;
  options.masks[region] = mask;
  return check_masks(options);
}

Result<std::vector<std::size_t>> set_mask(SystemAvatar& avatar, const Character& character,
                                          const std::map<std::string, BaseMeshDesc>& meshes,
                                          const std::string& region, std::optional<MaskImage> mask) {
  if (auto status = check_mask(region, mask ? *mask : MaskImage{1, 1, {0}}); !status) return error_of(status);
  std::vector<std::size_t> changed;
  for (std::size_t p = 0; p < avatar.parts.size(); ++p) {
    SystemPart& part = avatar.parts[p];
    const Result<bool> set =
        set_mask(part.type, part.mesh, part.morphs, character, meshes, region, mask ? &*mask : nullptr);
    if (!set) return error_of(set);
    if (*set) changed.push_back(p);
  }
  return changed;
}

}  // namespace mannequin
