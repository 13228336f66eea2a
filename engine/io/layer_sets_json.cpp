// Our own form of the layer sets: assets/layers.json.
#include <fmt/format.h>

#include "engine/io/embedded.h"
#include "engine/io/file.h"
#include "engine/io/json_file.h"
#include "engine/io/layer_sets_file.h"
#include "engine/io/texel_picture_file.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

using Color = std::array<std::uint8_t, 4>;

constexpr double kByteMax = 255.0;

class LayerJsonReader {
 public:
  explicit LayerJsonReader(JsonRoot& file) : file_(file) {}

  void read(LayerSetsDesc& out) {
    JsonObject root = file_.object();
    check_schema(root);
    root.each("global_colors", [&](JsonObject& object) {
      GlobalColorDesc& global = out.global_colors.emplace_back();
      global.name = object.required_text("name", "\"skin_color\"");
      object.each("color", [&](JsonObject& color) { global.parameters.push_back(color_parameter(color)); });
    });
    root.each("masked_morphs", [&](JsonObject& object) {
      out.masked_morphs.push_back({object.required_text("morph", "\"Low_Crotch\""),
                                   object.required_text("region", "\"lower_body\""),
                                   object.required_text("layer", "\"lower_pants\"")});
    });
    root.each("sets", [&](JsonObject& object) { out.sets.push_back(set(object)); });
    root.finish();
    if (file_.ok() && out.sets.empty()) root.blame("contains no layer set; list them in \"sets\"");
  }

 private:
  LayerSetDesc set(JsonObject& object) {
    LayerSetDesc set;
    set.region = object.required_text("region", "\"upper_body\"");
    set.width = set.height = object.required_integer("side", "512");
    if (object.ok() && (set.width < 1 || set.width > 8192))
      object.blame("has a side that is not from 1 to 8192");
    set.clear_alpha = !object.flag("keep_alpha");
    set.alpha_file = object.text("alpha_file");
    object.each("layers", [&](JsonObject& layer_object) { set.layers.push_back(layer(layer_object)); });
    return set;
  }

  LayerDesc layer(JsonObject& object) {
    LayerDesc layer;
    layer.name = object.required_text("name", "\"base\"");
    const std::string pass = object.text("pass", "color");
    if (pass == "bump")
      layer.pass = LayerPass::bump;
    else if (pass == "visibility")
      layer.pass = LayerPass::visibility;
    else if (pass != "color")
      object.blame(fmt::format("has the pass {}; it must be color, bump or visibility", in_quotes(pass)));
    layer.write_all_channels = object.flag("replace");
    layer.global_color = object.text("global_color");
    if (object.has("fixed_color")) layer.fixed_color = bytes(object, object.numbers("fixed_color", 4));
    layer.file = object.text("file");
    layer.file_is_mask = object.flag("mask");
    layer.texture = object.text("texture");
    layer.alpha_only = object.flag("alpha_only");
    object.each("alpha", [&](JsonObject& entry) {
      AlphaParameterDesc& alpha = layer.alpha.emplace_back();
      alpha.parameter = entry.required_integer("parameter", "600");
      alpha.file = entry.text("file");
      alpha.domain = static_cast<float>(entry.number("domain", 0.0));
      alpha.multiply = entry.flag("multiply");
      alpha.skip_if_zero = entry.flag("skip_if_zero");
    });
    object.each("color", [&](JsonObject& entry) { layer.color.push_back(color_parameter(entry)); });
    return layer;
  }

  ColorParameterDesc color_parameter(JsonObject& object) {
    ColorParameterDesc color;
    color.parameter = object.required_integer("parameter", "803");
    const std::string operation = object.text("operation", "add");
    if (operation == "multiply")
      color.operation = ColorOperation::multiply;
    else if (operation == "blend")
      color.operation = ColorOperation::blend;
    else if (operation != "add")
      object.blame(
          fmt::format("has the operation {}; it must be add, multiply or blend", in_quotes(operation)));
    // One list of 4 numbers per colour, concatenated.
    const nlohmann::json* values = object.list("ramp");
    for (std::size_t i = 0; values != nullptr && i + 3 < values->size(); i += 4) {
      Color& value = color.values.emplace_back();
      for (std::size_t c = 0; c < 4; ++c) {
        const nlohmann::json& number = (*values)[i + c];
        if (!number.is_number_unsigned() || number.get<unsigned>() > 255)
          return object.blame("has a ramp with something else than numbers from 0 to 255"), color;
        value[c] = static_cast<std::uint8_t>(number.get<unsigned>());
      }
    }
    if (values != nullptr && values->size() % 4 != 0)
      object.blame("has a ramp that is not four numbers a colour");
    return color;
  }

  static Color bytes(JsonObject& object, const std::vector<double>& numbers) {
    Color color{};
    for (std::size_t c = 0; c < numbers.size() && c < 4; ++c) {
      if (!(numbers[c] >= 0.0 && numbers[c] <= kByteMax))
        object.blame("has a colour that is not from 0 to 255");
      else
        color[c] = static_cast<std::uint8_t>(numbers[c]);
    }
    return color;
  }

  JsonRoot& file_;
};

std::string json_of(const ColorParameterDesc& color) {
  std::vector<int> ramp;
  for (const Color& value : color.values) ramp.insert(ramp.end(), value.begin(), value.end());
  JsonLine line;
  line.number("parameter", color.parameter);
  if (color.operation != ColorOperation::add)
    line.text("operation", color.operation == ColorOperation::blend ? "blend" : "multiply");
  return line.integers("ramp", ramp).str();
}

std::string json_of(const AlphaParameterDesc& alpha) {
  JsonLine line;
  line.number("parameter", alpha.parameter);
  if (!alpha.file.empty()) line.text("file", alpha.file);
  // The shortest text of the float, not of its double.
  if (alpha.domain != 0.0f) line.raw("domain", fmt::format("{}", alpha.domain));
  if (alpha.multiply) line.flag("multiply", true);
  if (alpha.skip_if_zero) line.flag("skip_if_zero", true);
  return line.str();
}

template <typename Entries>
std::string json_list(const Entries& entries) {
  std::string out;
  for (const auto& entry : entries) out += (out.empty() ? "{" : ", {") + json_of(entry) + "}";
  return "[" + out + "]";
}

std::string json_of(const LayerDesc& layer) {
  JsonLine line;
  line.text("name", layer.name);
  if (layer.pass != LayerPass::color)
    line.text("pass", layer.pass == LayerPass::bump ? "bump" : "visibility");
  if (layer.write_all_channels) line.flag("replace", true);
  if (!layer.global_color.empty()) line.text("global_color", layer.global_color);
  if (layer.fixed_color)
    line.integers("fixed_color", std::vector<int>(layer.fixed_color->begin(), layer.fixed_color->end()));
  if (!layer.file.empty()) line.text("file", layer.file);
  if (layer.file_is_mask) line.flag("mask", true);
  if (!layer.texture.empty()) line.text("texture", layer.texture);
  if (layer.alpha_only) line.flag("alpha_only", true);
  if (!layer.alpha.empty()) line.raw("alpha", json_list(layer.alpha));
  if (!layer.color.empty()) line.raw("color", json_list(layer.color));
  return line.str();
}

}  // namespace

Result<LayerSetsDesc> read_layer_sets_json(std::string_view text, const std::string& source) {
  JsonRoot file(text, source);
  LayerSetsDesc desc;
  desc.source = source;
  if (file.ok()) LayerJsonReader(file).read(desc);
  if (!file.ok()) return error_of(file);
  return desc;
}

std::string write_layer_sets_json(const LayerSetsDesc& desc) {
  std::string out = R"({
  "schema": 1,
  "about": [
    "The layers that skin, hair, eyes and clothing are painted with, from the lowest to the uppermost, and their files.",
    "alpha: parameters of the layer's mask; ramp: R, G, B, A of each colour. See assets/README.md."
  ],
  "global_colors": [
)";
  for (std::size_t i = 0; i < desc.global_colors.size(); ++i)
    out += "    {" +
           JsonLine()
               .text("name", desc.global_colors[i].name)
               .raw("color", json_list(desc.global_colors[i].parameters))
               .str() +
           (i + 1 < desc.global_colors.size() ? "},\n" : "}\n");
  out += "  ],\n  \"masked_morphs\": [\n";
  for (std::size_t i = 0; i < desc.masked_morphs.size(); ++i) {
    const MaskedMorphDesc& morph = desc.masked_morphs[i];
    out +=
        "    {" +
        JsonLine().text("morph", morph.morph).text("region", morph.region).text("layer", morph.layer).str() +
        (i + 1 < desc.masked_morphs.size() ? "},\n" : "}\n");
  }
  out += "  ],\n  \"sets\": [\n";
  for (std::size_t s = 0; s < desc.sets.size(); ++s) {
    const LayerSetDesc& set = desc.sets[s];
    JsonLine line;
    line.text("region", set.region).number("side", set.width);
    if (!set.clear_alpha) line.flag("keep_alpha", true);
    if (!set.alpha_file.empty()) line.text("alpha_file", set.alpha_file);
    out += "    {" + line.str() + ", \"layers\": [\n";
    for (std::size_t l = 0; l < set.layers.size(); ++l)
      out += "      {" + json_of(set.layers[l]) + (l + 1 < set.layers.size() ? "},\n" : "}\n");
    out += s + 1 < desc.sets.size() ? "    ]},\n" : "    ]}\n";
  }
  return out + "  ]\n}\n";
}

const LayerSetsDesc& builtin_layer_sets() {
  static const LayerSetsDesc read =
      read_layer_sets_json(as_text(embedded_asset("layers.json")), "layers.json").value_or(LayerSetsDesc{});
  return read;
}

Result<LayerSets> read_builtin_layers(const Appearance& appearance) {
  const auto text = embedded_asset("layers.json");
  if (text.empty())
    return fail(ErrorCode::cannot_read, "layers.json",
                "this program was built without it; rebuild it with assets/");
  Result<LayerSetsDesc> desc = read_layer_sets_json(as_text(text), "layers.json");
  if (!desc) return error_of(desc);
  std::map<std::string, TexelPicturePtr> pictures;
  for (const std::string& file : layer_files(*desc)) {
    Result<TexelPicture> picture = read_texel_picture(embedded_asset(file), file, true);
    if (!picture) return error_of(picture);
    pictures.emplace(file, std::make_shared<const TexelPicture>(std::move(*picture)));
  }
  return LayerSets::build(std::move(*desc), appearance, pictures);
}

Result<TexelPicture> read_builtin_body_regions() {
  const auto bytes = embedded_asset("body_regions.tga");
  if (bytes.empty())
    return fail(ErrorCode::cannot_read, "body_regions.tga",
                "this program was built without it; rebuild it with assets/");
  return read_texel_picture(bytes, "body_regions.tga", true);
}

}  // namespace mannequin::io
