#include "engine/io/gltf/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/io/gltf/limits.h"
#include "engine/io/json_file.h"

namespace mannequin::io {
namespace {

using nlohmann::json;

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kStrideLimit = 252;  // by the specification
constexpr double kLargestInteger = 2147483647.0;

constexpr std::array kShapes = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"};

Result<JsonTree<json>> parse_gltf_json(std::string_view text, const std::string& source) {
  JsonLimits limits{kMaxDepth};
  limits.values = kMaxValues;
  JsonBuilder<json> builder(limits);
  using Fault = JsonBuilder<json>::Fault;
  if (!json::sax_parse(text, &builder)) {
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

// Extensions that do not affect vertices may be required; others could affect them.
bool is_harmless(std::string_view extension) {
  for (const char* start : {"KHR_materials_", "KHR_texture_", "KHR_lights_", "KHR_xmp", "KHR_animation_",
                            "EXT_texture_", "EXT_lights_", "MSFT_texture_"})
    if (extension.starts_with(start)) return true;
  return false;
}

class ModelReader {
 public:
  ModelReader(JsonFault& fault, Notes& notes) : fault_(fault), notes_(notes) {}

  Status read(const json& tree) {
    JsonObject root(tree, "", fault_);
    if (auto status = version(root); !status) return status;
    if (auto status = extensions(root); !status) return status;
    model_.scene = reference(root, "scene");
    list(root, "buffers", [&](JsonObject& o) {
      model_.buffers.push_back({required_size(o, "byteLength"), optional_text(o, "uri")});
    });
    list(root, "bufferViews", [&](JsonObject& o) { model_.views.push_back(view(o)); });
    list(root, "nodes", [&](JsonObject& o) { model_.nodes.push_back(node(o)); });
    list(root, "skins", [&](JsonObject& o) {
      require(o, "joints");
      model_.skins.push_back({references(o, "joints"), reference(o, "inverseBindMatrices")});
    });
    list(root, "scenes", [&](JsonObject& o) { model_.scenes.push_back(references(o, "nodes")); });
    list(root, "accessors", [&](JsonObject& o) { model_.accessors.push_back(accessor(o)); });
    list(root, "meshes", [&](JsonObject& o) { model_.meshes.push_back(mesh(o)); });
    list(root, "textures", [&](JsonObject& o) { model_.texture_images.push_back(reference(o, "source")); });
    list(root, "images", [&](JsonObject& o) {
      model_.images.push_back({optional_text(o, "uri"), reference(o, "bufferView")});
    });
    list(root, "materials", [&](JsonObject& o) { model_.materials.push_back(material(o)); });
    animations(root);
    if (!fault_.ok()) return tl::unexpected(fault_.error());
    return {};
  }

  GltfModel take() { return std::move(model_); }

 private:
  static void require(JsonObject& object, const char* key) { object.require(key, ""); }

  // A list of objects, if present.
  template <typename Read>
  void list(JsonObject& parent, const char* key, Read read) {
    const json* found = parent.list(key);
    if (found == nullptr) return;
    if (found->size() > kMaxList)
      return fault_.blame(parent.path(key),
                          fmt::format("has {} entries; the limit is {}", found->size(), kMaxList));
    for (std::size_t i = 0; i < found->size() && fault_.ok(); ++i) {
      JsonObject object((*found)[i], fmt::format("{}[{}]", parent.path(key), i), fault_);
      if (fault_.ok()) read(object);
    }
  }

  // A whole number of 0 or more. `where` makes its path.
  template <typename Where>
  int whole_number(const json& value, Where where) {
    if (value.is_number_unsigned() &&
        value.get<std::uint64_t>() <= static_cast<std::uint64_t>(kLargestInteger))
      return value.get<int>();
    const double number = value.is_number_float() ? value.get<double>() : -1.0;
    if (!(number >= 0.0 && number <= kLargestInteger) || number != std::floor(number)) {
      fault_.blame(where(), "must be a whole number, 0 or more");
      return 0;
    }
    notes_.push_back(
        {Severity::info, "number_written_as_real", fault_.place(where()),
         fmt::format("the whole number {0} is written as {0}.0, which some readers, including the "
                     "viewer, ignore; it is read as {0}",
                     static_cast<int>(number))});
    return static_cast<int>(number);
  }

  int reference(JsonObject& object, const char* key) { return number(object, key, -1); }
  int number(JsonObject& object, const char* key, int absent) {
    const json* value = object.any(key);
    return value == nullptr ? absent : whole_number(*value, [&] { return object.path(key); });
  }
  std::size_t size(JsonObject& object, const char* key) {
    return static_cast<std::size_t>(number(object, key, 0));
  }
  std::size_t required_size(JsonObject& object, const char* key) {
    require(object, key);
    return size(object, key);
  }
  int required_reference(JsonObject& object, const char* key) {
    require(object, key);
    return reference(object, key);
  }
  std::vector<int> references(JsonObject& object, const char* key) {
    std::vector<int> numbers;
    const json* found = object.list(key);
    for (std::size_t i = 0; found != nullptr && i < found->size(); ++i)
      numbers.push_back(
          whole_number((*found)[i], [&] { return fmt::format("{}[{}]", object.path(key), i); }));
    return numbers;
  }
  static std::optional<std::string> optional_text(JsonObject& object, const char* key) {
    return object.has(key) ? std::optional(object.text(key)) : std::nullopt;
  }
  template <std::size_t count>
  static std::optional<std::array<double, count>> array(JsonObject& object, const char* key) {
    const std::vector<double> numbers = object.numbers(key, count);
    if (numbers.empty()) return std::nullopt;
    std::array<double, count> out;
    std::copy(numbers.begin(), numbers.end(), out.begin());
    return out;
  }

  Status version(JsonObject& root) {
    const json* asset = root.any("asset");
    if (asset == nullptr || !asset->is_object())
      return fail(
          ErrorCode::cannot_read, fault_.place(""),
          "is JSON, but has no \"asset\", so it is not glTF. Export the model as glTF 2.0 (.glb or .gltf)");
    JsonObject object(*asset, "asset", fault_);
    require(object, "version");
    const std::string version = object.text("version"), least = object.text("minVersion", "2.0");
    if (!fault_.ok()) return tl::unexpected(fault_.error());
    const bool good = version.starts_with("2.");
    if (good && least == "2.0") return {};
    return fail(
        ErrorCode::unsupported, fault_.place(object.path(good ? "minVersion" : "version")),
        fmt::format("is \"{}\"; only glTF 2.0 can be read. Export it as 2.0", good ? least : version));
  }

  Status extensions(JsonObject& root) {
    model_.extensions = root.texts("extensionsUsed");
    model_.required_extensions = root.texts("extensionsRequired");
    if (!fault_.ok()) return tl::unexpected(fault_.error());
    const auto is_foreign = [](const std::string& extension) {
      return extension != "KHR_mesh_quantization" && !is_harmless(extension);
    };
    for (const std::string& extension : model_.required_extensions) {
      if (!is_foreign(extension)) continue;
      const bool compressed =
          extension.find("draco") != std::string::npos || extension.find("meshopt") != std::string::npos;
      return fail(
          ErrorCode::unsupported, fault_.place("extensionsRequired"),
          compressed
              ? fmt::format("is compressed ({}), which neither the viewer nor this program reads; export it "
                            "without compression",
                            extension)
              : fmt::format("needs the extension {}, which is not supported; export without it", extension));
    }
    for (const std::string& extension : model_.extensions)
      if (is_foreign(extension))
        notes_.push_back({Severity::info, "extension_ignored", fault_.place("extensionsUsed"),
                          fmt::format("the extension {} is ignored", extension)});
    return {};
  }

  GltfView view(JsonObject& object) {
    GltfView out;
    out.buffer = required_reference(object, "buffer");
    out.offset = size(object, "byteOffset");
    out.length = required_size(object, "byteLength");
    out.stride = size(object, "byteStride");
    if (out.stride > kStrideLimit || out.stride % 4 != 0)
      fault_.blame(object.path("byteStride"),
                   fmt::format("is {}, but must be a multiple of 4 up to {}", out.stride, kStrideLimit));
    return out;
  }

  int component_type(JsonObject& object) {
    require(object, "componentType");
    return number(object, "componentType", gltf_number::kFloat);
  }

  GltfAccessor accessor(JsonObject& object) {
    GltfAccessor out;
    out.view = reference(object, "bufferView");
    out.offset = size(object, "byteOffset");
    out.count = required_size(object, "count");
    out.number = component_type(object);
    if (out.number < gltf_number::kI8 || out.number > gltf_number::kFloat || out.number == 5124)
      fault_.blame(object.path("componentType"),
                   fmt::format("{} is not a component type of glTF", out.number));
    out.normalized = object.flag("normalized");
    require(object, "type");
    const std::string shape = object.text("type");
    const auto found = std::find(kShapes.begin(), kShapes.end(), shape);
    if (found == kShapes.end())
      fault_.blame(object.path("type"), fmt::format("\"{}\" is not a type of glTF", shape));
    else
      out.shape = static_cast<GltfShape>(found - kShapes.begin());
    object.numbers("max");
    out.has_min = !object.numbers("min").empty();
    object.inside("sparse", [&](JsonObject& sparse) {
      GltfSparse& into = out.sparse.emplace();
      into.count = required_size(sparse, "count");
      require(sparse, "indices");
      require(sparse, "values");
      sparse.inside("indices", [&](JsonObject& indices) {
        into.indices_view = required_reference(indices, "bufferView");
        into.indices_offset = size(indices, "byteOffset");
        into.indices_type = component_type(indices);
      });
      sparse.inside("values", [&](JsonObject& values) {
        into.values_view = required_reference(values, "bufferView");
        into.values_offset = size(values, "byteOffset");
      });
    });
    return out;
  }

  GltfAttributes attributes(JsonObject& object) {
    GltfAttributes out;
    for (const std::string& name : object.keys()) out.emplace(name, reference(object, name.c_str()));
    return out;
  }

  GltfMesh mesh(JsonObject& object) {
    GltfMesh out;
    object.text("name");
    out.weights = object.numbers("weights");
    if (const json* extras = object.any("extras"); extras != nullptr && extras->is_object())
      if (const auto names = extras->find("targetNames"); names != extras->end() && names->is_array())
        for (const json& name : *names)
          out.target_names.push_back(name.is_string() ? name.get<std::string>() : std::string());
    require(object, "primitives");
    list(object, "primitives", [&](JsonObject& item) {
      if (++primitives_ > kMaxList) return object.blame(fmt::format("the limit is {} primitives", kMaxList));
      GltfPrimitive& primitive = out.primitives.emplace_back();
      require(item, "attributes");
      item.inside("attributes", [&](JsonObject& names) { primitive.attributes = attributes(names); });
      list(item, "targets", [&](JsonObject& target) { primitive.targets.push_back(attributes(target)); });
      primitive.indices = reference(item, "indices");
      primitive.material = reference(item, "material");
      primitive.mode = number(item, "mode", gltf_mode::kTriangles);
    });
    return out;
  }

  GltfNode node(JsonObject& object) {
    GltfNode out;
    out.name = object.text("name");
    out.mesh = reference(object, "mesh");
    out.skin = reference(object, "skin");
    out.children = references(object, "children");
    out.weights = object.numbers("weights");
    out.matrix = array<16>(object, "matrix");
    out.translation = array<3>(object, "translation");
    out.rotation = array<4>(object, "rotation");
    out.scale = array<3>(object, "scale");
    return out;
  }

  GltfMaterial material(JsonObject& object) {
    GltfMaterial out;
    out.name = object.text("name");
    // Affects no vertex, so a value of another type counts as absent.
    const json* mode = object.any("alphaMode");
    // Compares as text: nlohmann's comparison with a literal creates a value, and terminates the program if
    // memory runs out.
    const std::string* name = mode == nullptr ? nullptr : mode->get_ptr<const std::string*>();
    out.opaque = name == nullptr || name->empty() || *name == "OPAQUE";
    object.inside("pbrMetallicRoughness", [&](JsonObject& pbr) {
      if (const auto color = array<4>(pbr, "baseColorFactor")) out.base_color = *color;
      pbr.inside("baseColorTexture",
                 [&](JsonObject& texture) { out.base_texture = required_reference(texture, "index"); });
    });
    return out;
  }

  // Checked only for what crashes the viewer; other faults in animations affect no mesh.
  void animations(JsonObject& root) {
    const json* animations = root.any("animations");
    for (std::size_t a = 0; animations != nullptr && animations->is_array() && a < animations->size(); ++a) {
      std::vector<int>& inputs = model_.animation_inputs.emplace_back();
      const json& animation = (*animations)[a];
      const auto samplers = animation.is_object() ? animation.find("samplers") : animation.end();
      if (samplers == animation.end() || !samplers->is_array()) continue;
      for (const json& sampler : *samplers) {
        const auto input = sampler.is_object() ? sampler.find("input") : sampler.end();
        const bool good = input != sampler.end() && input->is_number_unsigned() &&
                          input->get<std::uint64_t>() <= static_cast<std::uint64_t>(kLargestInteger);
        inputs.push_back(good ? input->get<int>() : -1);
      }
    }
  }

  JsonFault& fault_;
  Notes& notes_;
  GltfModel model_;
  std::size_t primitives_ = 0;
};

}  // namespace

std::size_t width_of(GltfShape shape) {
  constexpr std::array<std::size_t, 7> kWidths = {1, 2, 3, 4, 4, 9, 16};
  return kWidths[static_cast<std::size_t>(shape)];
}

Result<GltfModel> read_gltf_model(std::string_view text, const std::string& source, Notes& notes) {
  const auto tree = parse_gltf_json(text, source);
  if (!tree) return error_of(tree);
  JsonFault fault(source, {": ", "; export the file again", std::numeric_limits<double>::max()});
  ModelReader reader(fault, notes);
  if (Status status = reader.read(tree->value); !status) return error_of(status);
  return reader.take();
}

}  // namespace mannequin::io
