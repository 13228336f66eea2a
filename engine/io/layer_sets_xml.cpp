// The layer sets of avatar_lad.xml. Source: ALGORITHM-layers 1.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "engine/io/definition_xml.h"
#include "engine/io/file.h"
#include "engine/io/layer_sets_file.h"
#include "engine/io/texel_picture_file.h"
#include "engine/io/text_file.h"
#include "engine/platform/path.h"

namespace mannequin::io {
namespace {

constexpr const char* kLayersKind = "a viewer's avatar_lad.xml";
constexpr int kMaxLayerSide = 8192;
constexpr std::size_t kMaxRampValues = 20;

class LayerSetsReader {
 public:
  LayerSetsReader(DefinitionXml& xml, LayerSetsDesc& out) : xml_(xml), out_(out) {}

  void read(pugi::xml_node root) {
    for (const pugi::xml_node node : root.children("global_color")) {
      GlobalColorDesc& global = out_.global_colors.emplace_back();
      global.name = xml_.required_text(node, "name", "name=\"skin_color\"");
      for (const pugi::xml_node param : node.children("param"))
        if (const pugi::xml_node color = param.child("param_color"))
          global.parameters.push_back(color_parameter(param, color));
    }
    for (const pugi::xml_node node : root.children("layer_set")) set(node);
    for (const pugi::xml_node masks : root.children("morph_masks"))
      for (const pugi::xml_node mask : masks.children("mask"))
        out_.masked_morphs.push_back({xml_.required_text(mask, "morph_name", "morph_name=\"Low_Crotch\""),
                                      xml_.required_text(mask, "body_region", "body_region=\"lower_body\""),
                                      xml_.required_text(mask, "layer", "layer=\"lower_pants\"")});
  }

 private:
  void set(pugi::xml_node node) {
    if (!xml_.ok()) return;
    LayerSetDesc set;
    set.region = xml_.required_text(node, "body_region", "body_region=\"upper_body\"");
    set.width = side(node, "width");
    set.height = side(node, "height");
    if (node.attribute("clear_alpha")) set.clear_alpha = xml_.flag(node, "clear_alpha");
    set.alpha_file = xml_.text(node, "alpha_tga_file");
    for (const pugi::xml_node layer_node : node.children("layer")) set.layers.push_back(layer(layer_node));
    out_.sets.push_back(std::move(set));
  }

  int side(pugi::xml_node node, const char* attribute) {
    const int texels = xml_.required_integer(node, attribute, "width=\"512\" height=\"512\"");
    if (xml_.ok() && (texels < 1 || texels > kMaxLayerSide))
      xml_.blame(node, fmt::format("{} has the {} {}; it must be from 1 to {}", DefinitionXml::label(node),
                                   attribute, texels, kMaxLayerSide));
    return texels;
  }

  LayerDesc layer(pugi::xml_node node) {
    LayerDesc layer;
    layer.name = xml_.required_text(node, "name", "name=\"base\"");
    layer.write_all_channels = xml_.flag(node, "write_all_channels");
    if (xml_.text(node, "render_pass") == "bump") layer.pass = LayerPass::bump;
    if (xml_.flag(node, "visibility_mask")) layer.pass = LayerPass::visibility;
    layer.global_color = xml_.text(node, "global_color");
    if (node.attribute("fixed_color")) layer.fixed_color = bytes(node, "fixed_color");
    for (const pugi::xml_node texture : node.children("texture")) {
      if (texture.attribute("tga_file")) {
        layer.file = file_name(texture, "tga_file");
        layer.file_is_mask = xml_.flag(texture, "file_is_mask");
      } else if (texture.attribute("local_texture")) {
        layer.texture = xml_.text(texture, "local_texture");
        layer.alpha_only = xml_.flag(texture, "local_texture_alpha_only");
      }
    }
    for (const pugi::xml_node param : node.children("param")) {
      if (const pugi::xml_node color = param.child("param_color"))
        layer.color.push_back(color_parameter(param, color));
      else if (const pugi::xml_node alpha = param.child("param_alpha"))
        layer.alpha.push_back(alpha_parameter(param, alpha));
    }
    return layer;
  }

  // Only the name of a file in the folder: definitions may not refer to anything else.
  std::string file_name(pugi::xml_node node, const char* attribute) {
    std::string name = xml_.text(node, attribute);
    if (name.find_first_of("/\\") != std::string::npos || name == ".." || name == ".")
      xml_.blame(node, fmt::format("names the file {}; it must be in the folder itself", in_quotes(name)));
    return name;
  }

  AlphaParameterDesc alpha_parameter(pugi::xml_node param, pugi::xml_node node) {
    AlphaParameterDesc alpha;
    alpha.parameter = xml_.required_integer(param, "id", "id=\"600\"");
    alpha.file = file_name(node, "tga_file");
    alpha.multiply = xml_.flag(node, "multiply_blend");
    alpha.skip_if_zero = xml_.flag(node, "skip_if_zero");
    alpha.domain = static_cast<float>(xml_.number(node, "domain", 0.0));
    return alpha;
  }

  ColorParameterDesc color_parameter(pugi::xml_node param, pugi::xml_node node) {
    ColorParameterDesc color;
    color.parameter = xml_.required_integer(param, "id", "id=\"803\"");
    const std::string operation = xml_.text(node, "operation", "add");
    if (operation == "multiply")
      color.operation = ColorOperation::multiply;
    else if (operation == "blend")
      color.operation = ColorOperation::blend;
    else if (operation != "add")
      xml_.blame(node, fmt::format("{} has operation = {}; it must be add, multiply or blend",
                                   DefinitionXml::label(param), in_quotes(operation)));
    for (const pugi::xml_node value : node.children("value")) {
      if (color.values.size() == kMaxRampValues) break;  // the viewer ignores the rest
      if (!xml_.ok()) break;
      color.values.push_back(bytes(value, "color"));
    }
    return color;
  }

  // "255, 0, 0, 255", with or without spaces.
  std::array<std::uint8_t, 4> bytes(pugi::xml_node node, const char* attribute) {
    std::array<std::uint8_t, 4> color{};
    const std::string text = xml_.required_text(node, attribute, "color=\"255, 255, 255, 255\"");
    std::string_view rest = text;
    bool good = true;
    for (std::size_t c = 0; c < 4 && good; ++c) {
      const std::size_t comma = c < 3 ? rest.find(',') : rest.size();
      good = comma != std::string_view::npos;
      if (!good) break;
      const std::optional<double> number = parse_number(rest.substr(0, comma));
      good = number && *number >= 0.0 && *number <= 255.0;
      if (good) color[c] = static_cast<std::uint8_t>(*number);
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    if (!good && xml_.ok())
      xml_.blame(node, fmt::format("{} has {} = {}; it must be four numbers from 0 to 255",
                                   DefinitionXml::label(node), attribute, in_quotes(text)));
    return color;
  }

  DefinitionXml& xml_;
  LayerSetsDesc& out_;
};

}  // namespace

Result<LayerSetsDesc> read_layer_sets_xml(std::string_view text, const std::string& source) {
  DefinitionXml xml(text, source);
  LayerSetsDesc desc;
  desc.source = source;
  const pugi::xml_node root = xml.open("linden_avatar", kLayersKind);
  if (xml.ok()) LayerSetsReader(xml, desc).read(root);
  if (!xml.ok()) return tl::make_unexpected(xml.fault());
  return desc;
}

Result<LayerSets> read_layer_folder(const std::filesystem::path& folder, const Appearance& appearance) {
  const std::filesystem::path lad = folder / "avatar_lad.xml";
  const Result<Bytes> text = read_file(lad);
  if (!text) return error_of(text);
  Result<LayerSetsDesc> desc = read_layer_sets_xml(as_text(*text), lad.string());
  if (!desc) return error_of(desc);
  std::map<std::string, TexelPicturePtr> pictures;
  for (const std::string& file : layer_files(*desc)) {
    Result<TexelPicture> picture = read_texel_picture(folder / path_of_utf8(file), true);
    if (!picture) return error_of(picture);
    pictures.emplace(file, std::make_shared<const TexelPicture>(std::move(*picture)));
  }
  return LayerSets::build(std::move(*desc), appearance, pictures);
}

}  // namespace mannequin::io
