#include "engine/io/gltf_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "engine/io/gltf/glb_builder.h"
#include "engine/io/gltf/joint_nodes.h"
#include "engine/io/gltf/limits.h"
#include "engine/io/gltf/primitive.h"
#include "engine/io/gltf/quarter_turn.h"
#include "engine/math/invertible.h"
#include "engine/mesh/bind_shape.h"

namespace mannequin::io {
namespace {

using Json = nlohmann::ordered_json;

// Valid files need unit normals, so zero normals get an arbitrary direction.
Vec3f unit_normal(const Vec3f& n) {
  const float length = glm::length(n);
  if (!(length > 0.0f) || !std::isfinite(length)) return {0, 0, 1};
  return std::abs(length - 1.0f) > 1e-3f ? n / length : n;
}

// The mesh's cleaned influences: merged, above 0, summing to 1; padded to whole sets of four.
struct Influences {
  std::size_t sets = 1;
  std::vector<std::uint16_t> joints;  // vertex count x sets x 4
  std::vector<Vec4f> weights;         // vertex count x sets
};

// Normalises within Khronos' limit for validators, 2e-7 per weight. Puts the largest into the first set, for
// readers that take only four influences.
void normalise(std::vector<InfluenceDesc>& influences, double sum) {
  if (influences.empty()) return;
  if (influences.size() > kMaxInfluences)
    std::stable_sort(influences.begin(), influences.end(),
                     [](const InfluenceDesc& a, const InfluenceDesc& b) { return a.weight > b.weight; });
  if (std::abs(sum - 1.0) <= 1e-7) return;
  double rounded = 0.0;
  for (InfluenceDesc& influence : influences) {
    influence.weight = static_cast<float>(static_cast<double>(influence.weight) / sum);
    rounded += static_cast<double>(influence.weight);
  }
  const auto largest = std::max_element(influences.begin(), influences.end(),
                                        [](const auto& a, const auto& b) { return a.weight < b.weight; });
  largest->weight = static_cast<float>(static_cast<double>(largest->weight) + 1.0 - rounded);
}

Result<Influences> clean_influences(const SkinDesc& skin, std::size_t vertex_count,
                                    const std::string& where) {
  if (skin.influence_begin.size() != vertex_count + 1 ||
      skin.influence_begin.back() > skin.influences.size() ||
      !std::is_sorted(skin.influence_begin.begin(), skin.influence_begin.end()))
    return fail(ErrorCode::bad_data, where,
                "the influence lists do not match the vertices; rebuild the skin");
  std::vector<std::vector<InfluenceDesc>> merged(vertex_count);
  Influences out;
  for (std::size_t v = 0; v < vertex_count; ++v) {
    double sum = 0.0;
    for (std::uint32_t i = skin.influence_begin[v]; i < skin.influence_begin[v + 1]; ++i) {
      const InfluenceDesc& influence = skin.influences[i];
      if (influence.joint >= skin.joint_names.size())
        return fail(ErrorCode::bad_data, fmt::format("{}, vertex {}", where, v),
                    fmt::format("names joint {} of {}; correct its weights", influence.joint,
                                skin.joint_names.size()));
      if (!(influence.weight > 0.0f) || !std::isfinite(influence.weight)) continue;
      sum += static_cast<double>(influence.weight);
      const auto same = std::find_if(merged[v].begin(), merged[v].end(), [&](const InfluenceDesc& other) {
        return other.joint == influence.joint;
      });
      if (same == merged[v].end())
        merged[v].push_back(influence);
      else
        same->weight += influence.weight;
    }
    normalise(merged[v], sum);
    out.sets = std::max(out.sets, (merged[v].size() + 3) / 4);
  }
  out.joints.resize(vertex_count * out.sets * 4);
  out.weights.resize(vertex_count * out.sets, Vec4f(0.0f));
  for (std::size_t v = 0; v < vertex_count; ++v)
    for (std::size_t i = 0; i < merged[v].size(); ++i) {
      out.joints[v * out.sets * 4 + i] = static_cast<std::uint16_t>(merged[v][i].joint);
      out.weights[v * out.sets + i / 4][static_cast<int>(i % 4)] = merged[v][i].weight;
    }
  return out;
}

// Readers compute joint x inverse bind x v with v rotated back by C, so the file's matrices are ours times C.
Mat4f to_gltf_bind(const Mat4& inverse_bind) {
  Mat4f bind(inverse_bind * ours_from_gltf());
  bind[0][3] = bind[1][3] = bind[2][3] = 0.0f;  // glTF requires the exact last row
  bind[3][3] = 1.0f;
  return bind;
}

class Document {
 public:
  explicit Document(const Skeleton* skeleton) : joints_(skeleton) {
    json_["asset"] = {{"version", "2.0"}, {"generator", "mannequin"}};
  }

  Status add(const PosedMesh& mesh, std::span<const Vec4f> tangents, const SkinDesc* skin,
             const MeshLook* look = nullptr, std::span<const MorphTarget> morphs = {});
  Status add_skin(const SkinDesc& skin, const std::string& where);
  Result<Bytes> finish();

 private:
  struct Skin {
    std::vector<std::size_t> joints;
    std::vector<Mat4f> inverse_binds;
  };

  // Whether the viewer would take the model for one that faces another way, by its first skin.
  bool looks_turned_to_viewer() const;
  // An unused skin before all others, of one joint, by which the viewer then judges.
  Status put_plain_skin_first();
  // Of a joint that stands where its node is.
  Result<Mat4f> inverse_bind_at_node(std::size_t joint) const;

  Json primitive(const PosedMesh& mesh, const FaceDesc& face, std::span<const Vec4f> tangents,
                 const Influences* influences, bool wide_joints);
  Json targets(const FaceDesc& face, std::span<const MorphTarget> morphs);
  std::size_t material(const MaterialDesc& desc, const Bytes* image);
  // The texture of an image in the file; appends it if it is new.
  std::size_t texture(Json image);

  GlbBuilder builder_;
  GltfJointNodes joints_;
  Json json_;
  Json nodes_ = Json::array(), meshes_ = Json::array(), materials_ = Json::array(), textures_ = Json::array(),
       images_ = Json::array();
  std::vector<Skin> skins_;
  std::map<const Bytes*, std::size_t> embedded_;  // image -> bufferView
  const MeshLook* look_ = nullptr;                // of the mesh being added
};

// The image format, if glTF allows it; else null.
const char* mime_type(const Bytes& image) {
  const std::string_view text = as_text(image);
  if (text.starts_with("\x89PNG\r\n\x1a\n")) return "image/png";
  return text.starts_with("\xff\xd8\xff") ? "image/jpeg" : nullptr;
}

std::size_t Document::texture(Json image) {
  const auto found = std::find(images_.begin(), images_.end(), image);
  const auto index = static_cast<std::size_t>(found - images_.begin());
  if (found != images_.end()) return index;
  images_.push_back(std::move(image));
  textures_.push_back({{"source", index}});
  return index;
}

std::size_t Document::material(const MaterialDesc& desc, const Bytes* image) {
  const Vec4f c = glm::clamp(desc.base_color, 0.0f, 1.0f);
  Json pbr{{"baseColorFactor", {c.x, c.y, c.z, c.w}}};
  if (image != nullptr) {
    if (const char* type = mime_type(*image)) {
      const auto [entry, is_new] = embedded_.try_emplace(image);
      if (is_new) entry->second = builder_.add_file(*image);
      pbr["baseColorTexture"] = {{"index", texture({{"bufferView", entry->second}, {"mimeType", type}})}};
    }
  } else if (!desc.texture.empty()) {
    std::string uri;
    for (const char letter : desc.texture) {
      const auto byte = static_cast<unsigned char>(letter);
      if (byte <= 0x20 || byte >= 0x7f || letter == '%' || letter == '?' || letter == '#' || letter == ':')
        uri += fmt::format("%{:02X}", byte);
      else
        uri += letter == '\\' ? '/' : letter;
    }
    pbr["baseColorTexture"] = {{"index", texture({{"uri", uri}})}};
  }
  pbr["metallicFactor"] = 0;
  Json entry;
  if (!desc.name.empty()) entry["name"] = desc.name;
  entry["pbrMetallicRoughness"] = std::move(pbr);
  if (c.w < 1.0f) entry["alphaMode"] = "BLEND";
  const auto same = std::find(materials_.begin(), materials_.end(), entry);
  const auto index = static_cast<std::size_t>(same - materials_.begin());
  if (index == materials_.size()) materials_.push_back(std::move(entry));
  return index;
}

Json Document::primitive(const PosedMesh& mesh, const FaceDesc& face, std::span<const Vec4f> tangents,
                         const Influences* influences, bool wide_joints) {
  const std::size_t first = face.first_vertex, count = face.vertex_count;
  Json attributes;
  std::vector<Vec3f> vectors(count);
  for (std::size_t v = 0; v < count; ++v) vectors[v] = to_gltf(mesh.positions[first + v]);
  attributes["POSITION"] = builder_.add_positions(vectors);
  for (std::size_t v = 0; v < count; ++v) vectors[v] = to_gltf(unit_normal(mesh.normals[first + v]));
  attributes["NORMAL"] = builder_.add_vectors(vectors);
  if (!tangents.empty()) {
    std::vector<Vec4f> turned(count);
    for (std::size_t v = 0; v < count; ++v)
      turned[v] = Vec4f(to_gltf(Vec3f(tangents[first + v])), tangents[first + v].w);
    attributes["TANGENT"] = builder_.add_vectors(turned);
  }
  if (!mesh.uvs.empty()) {
    std::vector<Vec2f> uvs(count);
    for (std::size_t v = 0; v < count; ++v) uvs[v] = {mesh.uvs[first + v].x, 1.0f - mesh.uvs[first + v].y};
    attributes["TEXCOORD_0"] = builder_.add_uvs(uvs);
  }
  if (look_ != nullptr && look_->vertex_colors.size() == mesh.positions.size())
    attributes["COLOR_0"] = builder_.add_colors(std::span(look_->vertex_colors).subspan(first, count));
  for (std::size_t set = 0; influences && set < influences->sets; ++set) {
    std::vector<std::uint16_t> joints(count * 4);
    std::vector<Vec4f> weights(count);
    for (std::size_t v = 0; v < count; ++v) {
      const std::size_t place = (first + v) * influences->sets + set;
      std::copy_n(influences->joints.begin() + static_cast<std::ptrdiff_t>(place * 4), 4,
                  joints.begin() + static_cast<std::ptrdiff_t>(v * 4));
      weights[v] = influences->weights[place];
    }
    attributes[fmt::format("JOINTS_{}", set)] = builder_.add_joints(joints, wide_joints);
    attributes[fmt::format("WEIGHTS_{}", set)] = builder_.add_vectors(weights);
  }
  std::vector<std::uint32_t> indices(face.index_count);
  for (std::size_t i = 0; i < indices.size(); ++i)
    indices[i] = mesh.indices[face.first_index + i] - face.first_vertex;

  Json json{{"attributes", std::move(attributes)}};
  json["indices"] = builder_.add_indices(indices, count > 65535);  // 65535 itself is not a valid index
  if (face.material < mesh.materials.size()) {
    const Bytes* image = look_ != nullptr && face.material < look_->images.size()
                             ? look_->images[face.material].get()
                             : nullptr;
    json["material"] = material(mesh.materials[face.material], image);
  }
  return json;
}

// A face's share of every morph target: positions, and normals where there are any.
Json Document::targets(const FaceDesc& face, std::span<const MorphTarget> morphs) {
  Json list = Json::array();
  for (const MorphTarget& morph : morphs) {
    std::vector<std::pair<std::uint32_t, std::size_t>> entries;
    for (std::size_t i = 0; i < morph.vertices.size(); ++i)
      if (morph.vertices[i] >= face.first_vertex && morph.vertices[i] - face.first_vertex < face.vertex_count)
        entries.emplace_back(morph.vertices[i] - face.first_vertex, i);
    std::sort(entries.begin(), entries.end());
    if (entries.empty()) entries.emplace_back(0u, morph.vertices.size());  // a list must not be empty
    std::vector<std::uint32_t> indices;
    std::vector<Vec3f> positions, normals;
    for (const auto& [vertex, i] : entries) {
      const bool none = i == morph.vertices.size();
      indices.push_back(vertex);
      positions.push_back(none ? Vec3f(0.0f) : to_gltf(morph.positions[i]));
      normals.push_back(none || morph.normals.empty() ? Vec3f(0.0f) : to_gltf(morph.normals[i]));
    }
    Json target;
    target["POSITION"] = builder_.add_sparse(face.vertex_count, indices, positions);
    if (!morph.normals.empty()) target["NORMAL"] = builder_.add_sparse(face.vertex_count, indices, normals);
    list.push_back(std::move(target));
  }
  return list;
}

// Its joints and inverse binds, as another entry of skins_.
Status Document::add_skin(const SkinDesc& skin, const std::string& where) {
  std::vector<Mat4f> binds;
  for (std::size_t j = 0; j < skin.inverse_binds.size(); ++j) {
    const Mat4f bind = to_gltf_bind(skin.inverse_binds[j]);
    if (!is_invertible(Mat4(bind)))
      return fail(ErrorCode::bad_data, fmt::format("{}, joint '{}'", where, skin.joint_names[j]),
                  "its inverse bind matrix is not finite or flattens space; bind the mesh again");
    binds.push_back(bind);
  }
  skins_.push_back({joints_.add_skin(skin), std::move(binds)});
  return {};
}

Status Document::add(const PosedMesh& mesh, std::span<const Vec4f> tangents, const SkinDesc* skin,
                     const MeshLook* look, std::span<const MorphTarget> morphs) {
  look_ = look;
  const std::string where = fmt::format("mesh '{}'", mesh.name);
  if (auto checked = check_posed_mesh(mesh); !checked) return checked;
  if (!tangents.empty() && tangents.size() != mesh.positions.size())
    return fail(ErrorCode::bad_data, where, "positions and tangents differ in number");

  Influences influences;
  if (skin) {
    if (skin->inverse_binds.size() != skin->joint_names.size())
      return fail(ErrorCode::bad_data, where, "joints and inverse binds differ in number");
    if (skin->joint_names.size() > 65536)
      return fail(ErrorCode::bad_data, where, "has more than 65536 joints");
    auto cleaned = clean_influences(*skin, mesh.positions.size(), where);
    if (!cleaned) return error_of(cleaned);
    influences = std::move(*cleaned);
    if (influences.sets > kMaxInfluenceSets)
      return fail(ErrorCode::bad_data, where,
                  fmt::format("has a vertex with more than {} joints, the most that are read; limit them",
                              kMaxInfluenceSets * 4));
  }

  Json primitives = Json::array();
  for (const FaceDesc& face : mesh.faces)
    if (face.index_count > 0) {
      primitives.push_back(primitive(mesh, face, tangents, skin ? &influences : nullptr,
                                     skin && skin->joint_names.size() > 256));
      if (!morphs.empty()) primitives.back()["targets"] = targets(face, morphs);
    }
  if (primitives.empty())
    return fail(ErrorCode::bad_data, where, "has no triangles, but a glTF mesh needs some; omit it");

  Json node;
  if (!mesh.name.empty()) node["name"] = mesh.name;
  node["mesh"] = meshes_.size();
  if (skin) {
    if (auto added = add_skin(*skin, where); !added) return added;
    node["skin"] = skins_.size() - 1;
  }
  nodes_.push_back(std::move(node));
  Json entry;
  if (!mesh.name.empty()) entry["name"] = mesh.name;
  entry["primitives"] = std::move(primitives);
  if (!morphs.empty()) {
    Json names = Json::array(), weights = Json::array();
    for (const MorphTarget& morph : morphs) {
      names.push_back(morph.name);
      weights.push_back(0.0);
    }
    entry["weights"] = std::move(weights);
    entry["extras"] = {{"targetNames", std::move(names)}};
  }
  meshes_.push_back(std::move(entry));
  return {};
}

bool Document::looks_turned_to_viewer() const {
  if (skins_.empty()) return false;
  const Skin& skin = skins_.front();
  std::set<std::string> turned;
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    const std::string shoulder = shoulder_called(joints_.name(skin.joints[j]));
    const Mat4 rest = glm::transpose(ours_from_gltf()) * joints_.world_from_joint(skin.joints[j]);
    if (!shoulder.empty() && looks_turned(rest, Mat4(skin.inverse_binds[j]))) turned.insert(shoulder);
  }
  return turned.size() == 2;
}

Result<Mat4f> Document::inverse_bind_at_node(std::size_t joint) const {
  const Mat4f bind = to_gltf_bind(glm::inverse(joints_.world_from_joint(joint)));
  if (!is_invertible(Mat4(bind)))
    return fail(ErrorCode::bad_data, fmt::format("joint '{}'", joints_.name(joint)),
                "is infinitely far away or flattens space; correct the armature");
  return bind;
}

Status Document::put_plain_skin_first() {
  const std::size_t root = skins_.front().joints.front();
  const auto bind = inverse_bind_at_node(root);
  if (!bind) return error_of(bind);
  skins_.insert(skins_.begin(), Skin{{root}, {*bind}});
  for (Json& node : nodes_)
    if (node.contains("skin")) node["skin"] = node["skin"].get<std::size_t>() + 1;
  return {};
}

Result<Bytes> Document::finish() {
  for (Skin& skin : skins_)
    for (const std::size_t above : joints_.missing_ancestors(skin.joints)) {
      const auto bind = inverse_bind_at_node(above);
      if (!bind) return error_of(bind);
      skin.joints.push_back(above);
      skin.inverse_binds.push_back(*bind);
    }
  if (looks_turned_to_viewer())
    if (auto status = put_plain_skin_first(); !status) return error_of(status);
  Json roots = Json::array();
  for (std::size_t i = 0; i < nodes_.size(); ++i) roots.push_back(i);
  const bool has_joints = joints_.write(nodes_);
  if (has_joints) roots.push_back(joints_.root());
  Json skins = Json::array();
  for (const Skin& skin : skins_) {
    Json joints = Json::array();
    for (const std::size_t handle : skin.joints) joints.push_back(joints_.node(handle));
    Json entry{{"inverseBindMatrices", builder_.add_matrices(skin.inverse_binds)}};
    entry["skeleton"] = joints_.root();
    entry["joints"] = std::move(joints);
    skins.push_back(std::move(entry));
  }
  json_["scene"] = 0;
  Json scene = Json::object();
  if (!roots.empty()) scene["nodes"] = std::move(roots);
  json_["scenes"] = Json::array({std::move(scene)});
  const auto put = [this](const char* key, Json& list) {
    if (!list.empty()) json_[key] = std::move(list);
  };
  put("nodes", nodes_);
  put("meshes", meshes_);
  put("skins", skins);
  put("materials", materials_);
  put("textures", textures_);
  put("images", images_);
  return builder_.finish(std::move(json_));
}

PosedMesh view(const MeshDesc& mesh) {
  PosedMesh posed;
  posed.name = mesh.name;
  posed.positions = mesh.positions;
  posed.normals = mesh.normals;
  posed.uvs = mesh.uvs;
  posed.indices = mesh.indices;
  posed.faces = mesh.faces;
  posed.materials = mesh.materials;
  return posed;
}

}  // namespace

namespace {

// Whether a skin, with the ancestors that the file has to list, exceeds the joints of a mesh.
bool lists_too_many(const SkinDesc& skin, const Skeleton* skeleton) {
  std::set<JointIndex> listed;
  std::size_t unknown = 0;
  for (const std::string& name : skin.joint_names) {
    JointIndex joint = skeleton == nullptr ? kNoJoint : skeleton->find(name);
    if (joint == kNoJoint) ++unknown;
    for (; joint != kNoJoint && listed.insert(joint).second; joint = (*skeleton)[joint].parent) continue;
  }
  return listed.size() + unknown > kMaxViewerJoints;
}

}  // namespace

Result<Bytes> write_glb(std::span<const BoundMeshDesc> meshes, const Skeleton* skeleton,
                        std::span<const MeshLook> looks) {
  Document document(skeleton);
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    const BoundMeshDesc& bound = meshes[m];
    const MeshLook* look = m < looks.size() ? &looks[m] : nullptr;
    Status added;
    const bool too_many = bound.rigged() && lists_too_many(bound.skin, skeleton);
    if (bound.rigged() && (too_many || bound.skin.bind_shape != Mat4(1.0))) {
      BoundMeshDesc moved = bound;  // glTF has no bind shape
      if (too_many) prune_unused_joints(moved.skin);
      apply_bind_shape(moved);
      added = document.add(view(moved.mesh), moved.mesh.tangents, &moved.skin, look, moved.mesh.morphs);
    } else {
      added = document.add(view(bound.mesh), bound.mesh.tangents, bound.rigged() ? &bound.skin : nullptr,
                           look, bound.mesh.morphs);
    }
    if (!added) return error_of(added);
  }
  return document.finish();
}

Result<Bytes> write_glb(std::span<const PosedMesh> meshes, std::span<const MeshLook> looks) {
  Document document(nullptr);
  for (std::size_t m = 0; m < meshes.size(); ++m)
    if (auto added = document.add(meshes[m], {}, nullptr, m < looks.size() ? &looks[m] : nullptr); !added)
      return error_of(added);
  return document.finish();
}

Result<Bytes> write_glb_armature(const SkinDesc& joints, const Skeleton& skeleton) {
  Document document(&skeleton);
  if (auto added = document.add_skin(joints, "the skeleton"); !added) return error_of(added);
  return document.finish();
}

}  // namespace mannequin::io
