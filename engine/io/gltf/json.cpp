#include "engine/io/gltf/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace mannequin::io {
namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxValues = 2'000'000;  // without vertices, which are in buffers
constexpr std::size_t kStrideLimit = 252;      // by the specification
constexpr std::size_t kMaxList = 100'000;      // nodes, meshes, accessors, ...

enum class Kind { integer, number, boolean, text, texts, object, integers, numbers };

struct Field {
  const char* key;
  Kind kind;
  bool required = false;
  std::size_t length = 0;  // of a list; 0: any
};

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::integer:
      return "a whole number, 0 or more";
    case Kind::number:
      return "a number";
    case Kind::boolean:
      return "true or false";
    case Kind::text:
      return "a text";
    case Kind::texts:
      return "a list of texts";
    case Kind::object:
      return "an object";
    case Kind::integers:
      return "a list of whole numbers, 0 or more";
    case Kind::numbers:
      return "a list of numbers";
  }
  return "";
}

class Checker {
 public:
  Checker(const std::string& source, Notes& notes) : source_(source), notes_(notes) {}

  Status fields(nlohmann::json& object, const std::string& path, std::span<const Field> fields) {
    for (const Field& field : fields) {
      const auto found = object.find(field.key);
      if (found == object.end()) {
        if (!field.required) continue;
        return wrong(path, fmt::format("has no \"{}\", which every such entry needs", field.key));
      }
      if (auto checked =
              value(*found, path.empty() ? field.key : path + '.' + field.key, field.kind, field.length);
          !checked)
        return checked;
    }
    return {};
  }

  Status value(nlohmann::json& json, const std::string& path, Kind kind, std::size_t length = 0) {
    bool good = false;
    switch (kind) {
      case Kind::integer:
        good = make_integer(json, path);
        break;
      case Kind::number:
        good = json.is_number();
        break;
      case Kind::boolean:
        good = json.is_boolean();
        break;
      case Kind::text:
        good = json.is_string();
        break;
      case Kind::object:
        good = json.is_object();
        break;
      case Kind::texts:
        good = all(json, [](nlohmann::json& item) { return item.is_string(); });
        break;
      case Kind::numbers:
        good = all(json, [](nlohmann::json& item) { return item.is_number(); });
        break;
      case Kind::integers:
        good = all(json, [&](nlohmann::json& item) { return make_integer(item, path); });
        break;
    }
    if (!good) return wrong(path, fmt::format("must be {}", name_of(kind)));
    if (length != 0 && json.size() != length)
      return wrong(path, fmt::format("has {} numbers instead of {}", json.size(), length));
    return {};
  }

  // A list of objects, each with these fields, plus the checks in `more`.
  template <typename More>
  Status list(nlohmann::json& parent, const char* key, const std::string& path, std::span<const Field> entry,
              More&& more) {
    const auto found = parent.find(key);
    if (found == parent.end()) return {};
    if (!found->is_array()) return wrong(path + key, "must be a list");
    if (found->size() > kMaxList)
      return wrong(path + key, fmt::format("has {} entries; the limit is {}", found->size(), kMaxList));
    for (std::size_t i = 0; i < found->size(); ++i) {
      const std::string place = fmt::format("{}{}[{}]", path, key, i);
      nlohmann::json& item = (*found)[i];
      if (!item.is_object()) return wrong(place, "must be an object");
      if (auto checked = fields(item, place, entry); !checked) return checked;
      if (Status checked = more(item, place); !checked) return checked;
    }
    return {};
  }
  Status list(nlohmann::json& parent, const char* key, const std::string& path,
              std::span<const Field> entry) {
    return list(parent, key, path, entry, [](nlohmann::json&, const std::string&) { return Status{}; });
  }

  // An object whose members all have the same kind, or none.
  Status members(nlohmann::json& object, const std::string& path, Kind kind) {
    for (auto& [key, item] : object.items())
      if (auto checked = value(item, path + '.' + key, kind); !checked) return checked;
    return {};
  }

  Status wrong(const std::string& path, const std::string& what) const {
    return fail(ErrorCode::bad_data, source_ + ": " + path, what + "; export the file again");
  }

 private:
  template <typename Test>
  static bool all(nlohmann::json& list, Test&& test) {
    return list.is_array() && std::all_of(list.begin(), list.end(), test);
  }

  bool make_integer(nlohmann::json& json, const std::string& path) {
    constexpr double kMax = 2147483647.0;
    if (json.is_number_unsigned()) return json.get<std::uint64_t>() <= 2147483647u;
    if (!json.is_number_float()) return false;
    const double number = json.get<double>();
    if (!(number >= 0.0 && number <= kMax) || number != std::floor(number)) return false;
    json = static_cast<std::uint64_t>(number);
    notes_.push_back(
        {Severity::info, "number_written_as_real", source_ + ": " + path,
         fmt::format("the whole number {0} is written as {0}.0, which some readers, including the "
                     "viewer, ignore; it is read as {0}",
                     json.get<std::uint64_t>())});
    return true;
  }

  const std::string& source_;
  Notes& notes_;
};

// Extensions that do not affect vertices may be required; others could affect them.
bool is_harmless(std::string_view extension) {
  for (const char* start : {"KHR_materials_", "KHR_texture_", "KHR_lights_", "KHR_xmp", "KHR_animation_",
                            "EXT_texture_", "EXT_lights_", "MSFT_texture_"})
    if (extension.starts_with(start)) return true;
  return false;
}

Status check_version(nlohmann::json& json, Checker& check, const std::string& source) {
  static constexpr Field kAsset[] = {{"version", Kind::text, true}, {"minVersion", Kind::text}};
  const auto asset = json.find("asset");
  if (asset == json.end() || !asset->is_object())
    return fail(
        ErrorCode::cannot_read, source,
        "is JSON, but has no \"asset\", so it is not glTF. Export the model as glTF 2.0 (.glb or .gltf)");
  if (auto checked = check.fields(*asset, "asset", kAsset); !checked) return checked;
  for (const char* key : {"version", "minVersion"}) {
    const auto found = asset->find(key);
    if (found == asset->end()) continue;
    const auto& version = found->get_ref<const std::string&>();
    const bool good = key == std::string_view("version") ? version.starts_with("2.") : version == "2.0";
    if (!good)
      return fail(ErrorCode::unsupported, fmt::format("{}: asset.{}", source, key),
                  fmt::format("is \"{}\"; only glTF 2.0 can be read. Export it as 2.0", version));
  }
  return {};
}

Status check_extensions(nlohmann::json& json, Checker& check, const std::string& source, Notes& notes) {
  static constexpr Field kLists[] = {{"extensionsUsed", Kind::texts}, {"extensionsRequired", Kind::texts}};
  if (auto checked = check.fields(json, "", kLists); !checked) return checked;
  for (const char* key : {"extensionsRequired", "extensionsUsed"})
    for (const nlohmann::json& item : list_in(json, key)) {
      const auto& extension = item.get_ref<const std::string&>();
      if (extension == "KHR_mesh_quantization" || is_harmless(extension)) continue;
      if (key == std::string_view("extensionsRequired"))
        return fail(
            ErrorCode::unsupported, source + ": extensionsRequired",
            fmt::format(
                "needs the extension {}, which is not supported; export without {}", extension,
                extension.find("draco") != std::string::npos || extension.find("meshopt") != std::string::npos
                    ? "compression"
                    : "it"));
      notes.push_back({Severity::info, "extension_ignored", source + ": extensionsUsed",
                       fmt::format("the extension {} is ignored", extension)});
    }
  return {};
}

Status check_meshes(nlohmann::json& json, Checker& check) {
  static constexpr Field kMesh[] = {{"name", Kind::text}, {"weights", Kind::numbers}};
  static constexpr Field kPrimitive[] = {{"attributes", Kind::object, true},
                                         {"indices", Kind::integer},
                                         {"material", Kind::integer},
                                         {"mode", Kind::integer}};
  std::size_t primitives = 0;
  return check.list(json, "meshes", "", kMesh, [&](nlohmann::json& mesh, const std::string& place) {
    if (const auto found = mesh.find("primitives"); found == mesh.end() || !found->is_array())
      return check.wrong(place, "has no list of \"primitives\"");
    primitives += mesh["primitives"].size();
    if (primitives > kMaxList) return check.wrong(place, fmt::format("the limit is {} primitives", kMaxList));
    return check.list(
        mesh, "primitives", place + '.', kPrimitive, [&](nlohmann::json& primitive, const std::string& at) {
          if (auto checked = check.members(primitive["attributes"], at + ".attributes", Kind::integer);
              !checked)
            return checked;
          return check.list(primitive, "targets", at + '.', {},
                            [&](nlohmann::json& target, const std::string& target_at) {
                              return check.members(target, target_at, Kind::integer);
                            });
        });
  });
}

Status check_accessors(nlohmann::json& json, Checker& check) {
  static constexpr Field kAccessor[] = {
      {"bufferView", Kind::integer}, {"byteOffset", Kind::integer},  {"componentType", Kind::integer, true},
      {"normalized", Kind::boolean}, {"count", Kind::integer, true}, {"type", Kind::text, true},
      {"min", Kind::numbers},        {"max", Kind::numbers},         {"sparse", Kind::object}};
  static constexpr Field kSparse[] = {
      {"count", Kind::integer, true}, {"indices", Kind::object, true}, {"values", Kind::object, true}};
  static constexpr Field kIndices[] = {{"bufferView", Kind::integer, true},
                                       {"byteOffset", Kind::integer},
                                       {"componentType", Kind::integer, true}};
  static constexpr Field kValues[] = {{"bufferView", Kind::integer, true}, {"byteOffset", Kind::integer}};
  return check.list(
      json, "accessors", "", kAccessor, [&](nlohmann::json& accessor, const std::string& place) -> Status {
        const int type = accessor["componentType"].get<int>();
        if (type < 5120 || type > 5126 || type == 5124)
          return check.wrong(place + ".componentType",
                             fmt::format("{} is not a component type of glTF", type));
        const auto& shape = accessor["type"].get_ref<const std::string&>();
        const auto shapes = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};
        if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end())
          return check.wrong(place + ".type", fmt::format("\"{}\" is not a type of glTF", shape));
        const auto sparse = accessor.find("sparse");
        if (sparse == accessor.end()) return {};
        if (auto checked = check.fields(*sparse, place + ".sparse", kSparse); !checked) return checked;
        if (auto checked = check.fields((*sparse)["indices"], place + ".sparse.indices", kIndices); !checked)
          return checked;
        return check.fields((*sparse)["values"], place + ".sparse.values", kValues);
      });
}

Status check_materials(nlohmann::json& json, Checker& check) {
  static constexpr Field kMaterial[] = {{"name", Kind::text}, {"pbrMetallicRoughness", Kind::object}};
  static constexpr Field kPbr[] = {{"baseColorFactor", Kind::numbers, false, 4},
                                   {"baseColorTexture", Kind::object}};
  static constexpr Field kTextureInfo[] = {{"index", Kind::integer, true}};
  static constexpr Field kTexture[] = {{"source", Kind::integer}};
  static constexpr Field kImage[] = {
      {"uri", Kind::text}, {"name", Kind::text}, {"bufferView", Kind::integer}};
  if (auto checked = check.list(json, "textures", "", kTexture); !checked) return checked;
  if (auto checked = check.list(json, "images", "", kImage); !checked) return checked;
  return check.list(
      json, "materials", "", kMaterial, [&](nlohmann::json& material, const std::string& place) -> Status {
        const auto pbr = material.find("pbrMetallicRoughness");
        if (pbr == material.end()) return {};
        const std::string at = place + ".pbrMetallicRoughness";
        if (auto checked = check.fields(*pbr, at, kPbr); !checked) return checked;
        const auto texture = pbr->find("baseColorTexture");
        return texture == pbr->end() ? Status{}
                                     : check.fields(*texture, at + ".baseColorTexture", kTextureInfo);
      });
}

}  // namespace

const nlohmann::json& list_in(const nlohmann::json& object, const char* key) {
  static const nlohmann::json kEmpty = nlohmann::json::array();
  const auto found = object.find(key);
  return found == object.end() ? kEmpty : *found;
}

Result<JsonTree<nlohmann::json>> parse_gltf_json(std::string_view text, const std::string& source) {
  JsonLimits limits{kMaxDepth};
  limits.values = kMaxValues;
  JsonBuilder<nlohmann::json> builder(limits);
  using Fault = JsonBuilder<nlohmann::json>::Fault;
  if (!nlohmann::json::sax_parse(text, &builder)) {
    const auto line =
        1 + std::count(text.begin(), text.begin() + std::min(builder.position, text.size()), '\n');
    if (builder.at_end)
      return fail(ErrorCode::cannot_read, fmt::format("{}:{}", source, line),
                  "stops in the middle. If it is still being exported, wait; otherwise export it again");
    // nlohmann's text begins with its own number and position; the reason follows the last " - ".
    const std::size_t dash = builder.message.find(" - ");
    const std::string problem =
        builder.fault == Fault::values  ? fmt::format("has more than {} values", kMaxValues)
        : builder.fault == Fault::depth ? fmt::format("is nested more than {} levels deep", kMaxDepth)
        : dash == std::string::npos     ? builder.message
                                        : builder.message.substr(dash + 3);
    return fail(
        ErrorCode::cannot_read, builder.position == 0 ? source : fmt::format("{}:{}", source, line),
        fmt::format("its JSON cannot be read (byte {}): {}. Export it again", builder.position, problem));
  }
  if (!builder.tree.value.is_object())
    return fail(ErrorCode::cannot_read, source, "is JSON, but not glTF. Export the model as .glb or .gltf");
  return std::move(builder.tree);
}

Status check_gltf_json(nlohmann::json& json, const std::string& source, Notes& notes) {
  static constexpr Field kBuffer[] = {{"byteLength", Kind::integer, true}, {"uri", Kind::text}};
  static constexpr Field kView[] = {{"buffer", Kind::integer, true},
                                    {"byteOffset", Kind::integer},
                                    {"byteLength", Kind::integer, true},
                                    {"byteStride", Kind::integer}};
  static constexpr Field kNode[] = {{"name", Kind::text},
                                    {"mesh", Kind::integer},
                                    {"skin", Kind::integer},
                                    {"children", Kind::integers},
                                    {"weights", Kind::numbers},
                                    {"matrix", Kind::numbers, false, 16},
                                    {"translation", Kind::numbers, false, 3},
                                    {"rotation", Kind::numbers, false, 4},
                                    {"scale", Kind::numbers, false, 3}};
  static constexpr Field kSkin[] = {{"joints", Kind::integers, true}, {"inverseBindMatrices", Kind::integer}};
  static constexpr Field kScene[] = {{"name", Kind::text}, {"nodes", Kind::integers}};
  static constexpr Field kRoot[] = {{"scene", Kind::integer}};
  Checker check(source, notes);
  const auto lists = [&]() -> Status {
    if (auto checked = check.list(json, "buffers", "", kBuffer); !checked) return checked;
    auto views = check.list(json, "bufferViews", "", kView, [&](nlohmann::json& view, const std::string& at) {
      const auto stride = view.value("byteStride", std::size_t{0});
      return stride <= kStrideLimit && stride % 4 == 0
                 ? Status{}
                 : check.wrong(at + ".byteStride", fmt::format("is {}, but must be a multiple of 4 up to {}",
                                                               stride, kStrideLimit));
    });
    if (!views) return views;
    if (auto checked = check.list(json, "nodes", "", kNode); !checked) return checked;
    if (auto checked = check.list(json, "skins", "", kSkin); !checked) return checked;
    return check.list(json, "scenes", "", kScene);
  };
  if (auto checked = check_version(json, check, source); !checked) return checked;
  if (auto checked = check_extensions(json, check, source, notes); !checked) return checked;
  if (auto checked = check.fields(json, "", kRoot); !checked) return checked;
  if (auto checked = lists(); !checked) return checked;
  if (auto checked = check_accessors(json, check); !checked) return checked;
  if (auto checked = check_meshes(json, check); !checked) return checked;
  return check_materials(json, check);
}

}  // namespace mannequin::io
