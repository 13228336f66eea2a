// avatar_lad.xml: attachment points, parameters and morph masks. Source: ALGORITHM 1.8, 2, 3.2, 8.3.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "engine/core/lower_case.h"
#include "engine/io/appearance_sections.h"
#include "engine/io/definition_xml.h"
#include "engine/io/definitions.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

constexpr const char* kFileKind = "a viewer's avatar_lad.xml";
constexpr int kMaxLods = 16;

class LadReader {
 public:
  LadReader(DefinitionXml& xml, AppearanceDesc& out, SkeletonDesc& skeleton)
      : xml_(xml), out_(out), skeleton_(skeleton) {}

  // In the viewer's loading order, on which chains and the fallback of edit_group_order depend.
  void read(pugi::xml_node root) {
    for (const pugi::xml_node part : root.children("skeleton")) {
      for (const pugi::xml_node point : part.children("attachment_point")) attachment_point(point);
      for (const pugi::xml_node node : part.children("param")) parameter(node);
    }
    for (const pugi::xml_node mesh : root.children("mesh")) {
      body_mesh(mesh);
      for (const pugi::xml_node node : mesh.children("param"))
        parameter(node, xml_.text(mesh, "file_name"), xml_.text(mesh, "type"));
    }
    for (const pugi::xml_node color : root.children("global_color"))
      for (const pugi::xml_node node : color.children("param")) parameter(node);
    for (const pugi::xml_node set : root.children("layer_set"))
      for (const pugi::xml_node layer : set.children("layer"))
        for (const pugi::xml_node node : layer.children("param")) parameter(node);
    for (const pugi::xml_node drivers : root.children("driver_parameters"))
      for (const pugi::xml_node node : drivers.children("param")) parameter(node);
    for (const pugi::xml_node masks : root.children("morph_masks"))
      for (const pugi::xml_node mask : masks.children("mask")) morph_mask(mask);
    std::stable_sort(out_.parameters.begin(), out_.parameters.end(),
                     [](const ParameterDesc& a, const ParameterDesc& b) { return a.id < b.id; });
  }

 private:
  void attachment_point(pugi::xml_node node) {
    if (!xml_.ok()) return;
    JointDesc joint;
    joint.kind = JointKind::attachment_point;
    joint.attachment_id = xml_.required_integer(node, "id", "id=\"1\"");
    joint.name = xml_.required_text(node, "name", "name=\"Chest\"");
    joint.parent = xml_.required_text(node, "joint", "joint=\"mChest\"");
    if (joint.parent == "mRoot") joint.parent.clear();
    joint.position = xml_.vector(node, "position");
    joint.rotation_degrees = xml_.vector(node, "rotation");
    joint.hud = xml_.flag(node, "hud");
    if (!points_.insert(joint.attachment_id).second)
      xml_.blame(node, fmt::format("{} is listed twice; ids of attachment points must be unique: change one",
                                   DefinitionXml::label(node)));
    skeleton_.joints.push_back(std::move(joint));
  }

  void body_mesh(pugi::xml_node node) {
    if (!xml_.ok()) return;
    BodyMeshDesc mesh;
    mesh.part = xml_.text(node, "type");
    mesh.file = xml_.text(node, "file_name");
    mesh.reference = xml_.text(node, "reference");
    const double lod = xml_.number(node, "lod", 0.0);
    if (!(lod >= 0.0 && lod < kMaxLods) || lod != std::floor(lod))
      return xml_.blame(node, fmt::format("{} has lod = {}; it must be a whole number from 0 to {}",
                                          DefinitionXml::label(node), lod, kMaxLods - 1));
    mesh.lod = static_cast<int>(lod);
    const double width = xml_.number(node, "min_pixel_width", -1.0);
    mesh.min_pixel_area =
        xml_.number(node, "min_pixel_area", width >= 0.0 ? width * width : mesh.min_pixel_area);
    // Masks refer to the full mesh.
    if (mesh.lod == 0) mesh_of_type_.emplace(mesh.part, mesh.file);
    out_.body_meshes.push_back(std::move(mesh));
  }

  // mesh, part: file and type of the enclosing mesh, empty elsewhere.
  void parameter(pugi::xml_node node, const std::string& mesh = "", const std::string& part = "") {
    const int load_number = loaded_++;  // counts every element, including members of chains
    if (!xml_.ok()) return;
    ParameterDesc parameter;
    parameter.id = xml_.required_integer(node, "id", "id=\"33\"");
    heading(node, load_number, parameter);
    contents(node, mesh, parameter);
    for (MorphDesc& morph : parameter.morphs) morph.part = part;
    if (!xml_.ok()) return;

    const auto [entry, is_new] = by_id_.emplace(parameter.id, out_.parameters.size());
    if (is_new) {
      out_.parameters.push_back(std::move(parameter));
      return;
    }
    ParameterDesc& first = out_.parameters[entry->second];
    if (!xml_.flag(node, "shared"))
      return xml_.blame(node,
                        fmt::format("parameter {} is listed twice; give it another id, or shared=\"1\" if "
                                    "both are morphs of one slider",
                                    parameter.id));
    if (first.kind != ParameterKind::morph || parameter.kind != ParameterKind::morph)
      return xml_.blame(
          node,
          fmt::format("parameter {} is shared, but not both are morphs; give it another id", parameter.id));
    std::move(parameter.morphs.begin(), parameter.morphs.end(), std::back_inserter(first.morphs));
  }

  void heading(pugi::xml_node node, int load_number, ParameterDesc& out) {
    const std::string name = xml_.required_text(node, "name", "name=\"height\"");
    out.name = lower_case(name);
    const double group = xml_.number(node, "group", 0.0);
    for (const int known : {1, 2, 3})  // the viewer treats an unknown group as a slider
      if (group == known) out.group = known;
    out.wearable = xml_.text(node, "wearable");
    out.cross_wearable = xml_.flag(node, "cross_wearable");
    out.edit_group = xml_.text(node, "edit_group");
    out.edit_group_order = xml_.number(node, "edit_group_order", load_number);
    out.label = xml_.text(node, "label", name);
    out.label_min = xml_.text(node, "label_min", "Less");
    out.label_max = xml_.text(node, "label_max", "More");
    const std::string sex = xml_.text(node, "sex", "both");
    if (sex == "male")
      out.sex = SexFilter::male;
    else if (sex == "female")
      out.sex = SexFilter::female;
    else if (sex != "both")
      xml_.blame(node, fmt::format("{} has sex = {}; it must be both, male or female",
                                   DefinitionXml::label(node), in_quotes(sex)));

    out.min = xml_.number(node, "value_min", 0.0);
    out.max = xml_.number(node, "value_max", 1.0);
    out.default_weight = xml_.number(node, "value_default", 0.0);
    if (!xml_.ok()) return;
    if (out.min > out.max)
      return xml_.blame(node, fmt::format("{} has value_min {} above value_max {}; swap them",
                                          DefinitionXml::label(node), out.min, out.max));
    // Only an explicit default is clamped: a missing one is 0, even outside the range (902, 903,
    // ...).
    if (node.attribute("value_default"))
      out.default_weight = std::clamp(out.default_weight, out.min, out.max);
  }

  // The child element determines the kind.
  void contents(pugi::xml_node node, const std::string& mesh, ParameterDesc& out) {
    if (!xml_.ok()) return;
    if (const pugi::xml_node skeletal = node.child("param_skeleton")) {
      out.kind = ParameterKind::skeleton;
      for (const pugi::xml_node bone : skeletal.children("bone"))
        out.joints.push_back(
            {xml_.required_text(bone, "name", "name=\"mNeck\""),
             xml_.required_vector(bone, "scale", "scale=\"x y z\" (change per unit of weight)"),
             xml_.vector(bone, "offset")});
    } else if (const pugi::xml_node morph = node.child("param_morph")) {
      out.kind = ParameterKind::morph;
      MorphDesc& desc = out.morphs.emplace_back();
      desc.mesh = mesh;
      desc.morph = xml_.text(node, "name");
      desc.clothing = xml_.flag(node, "clothing_morph");
      desc.min = out.min;
      desc.max = out.max;
      for (const pugi::xml_node volume : morph.children("volume_morph"))
        desc.volumes.push_back({xml_.required_text(volume, "name", "name=\"BELLY\""),
                                xml_.vector(volume, "scale"), xml_.vector(volume, "pos")});
    } else if (const pugi::xml_node driver = node.child("param_driver")) {
      out.kind = ParameterKind::driver;
      for (const pugi::xml_node driven : driver.children("driven"))
        // Missing values fall back to the driver's own ends, max2 and min2 not to an explicit max1.
        out.driven.push_back({xml_.required_integer(driven, "id", "id=\"682\""),
                              xml_.number(driven, "min1", out.min), xml_.number(driven, "max1", out.max),
                              xml_.number(driven, "max2", out.max), xml_.number(driven, "min2", out.max)});
    } else if (node.child("param_color")) {
      out.kind = ParameterKind::texture_color;
    } else if (node.child("param_alpha")) {
      out.kind = ParameterKind::texture_alpha;
    } else {
      xml_.blame(node, fmt::format("{} has no effect; it needs one of param_skeleton, param_morph, "
                                   "param_driver, param_color and param_alpha inside",
                                   DefinitionXml::label(node)));
    }
  }

  void morph_mask(pugi::xml_node node) {
    if (!xml_.ok()) return;
    static const std::map<std::string, std::string> kMeshTypes = {
        {"head", "headMesh"},        {"upper_body", "upperBodyMesh"}, {"lower_body", "lowerBodyMesh"},
        {"eyes", "eyeBallLeftMesh"}, {"skirt", "skirtMesh"},          {"hair", "hairMesh"}};
    const std::string name = xml_.required_text(node, "morph_name", "morph_name=\"Low_Crotch\"");
    const std::string region = xml_.required_text(node, "body_region", "body_region=\"lower_body\"");
    MorphMaskDesc mask;
    mask.layer = xml_.required_text(node, "layer", "layer=\"lower_pants\"");
    mask.invert = xml_.flag(node, "invert");
    if (!xml_.ok()) return;
    const auto type = kMeshTypes.find(region);
    const auto mesh = type == kMeshTypes.end() ? mesh_of_type_.end() : mesh_of_type_.find(type->second);
    if (mesh == mesh_of_type_.end())
      return xml_.blame(node, fmt::format("{} masks the region {}, which has no mesh; correct body_region",
                                          DefinitionXml::label(node), in_quotes(region)));
    mask.mesh = mesh->second;
    mask.part = mesh->first;
    const auto masked =
        std::find_if(out_.parameters.begin(), out_.parameters.end(), [&](const ParameterDesc& p) {
          return p.name == lower_case(name) &&
                 std::any_of(p.morphs.begin(), p.morphs.end(),
                             [&](const MorphDesc& m) { return m.mesh == mask.mesh; });
        });
    if (masked == out_.parameters.end())
      return xml_.blame(node, fmt::format("{} masks a morph that no parameter has on {}; correct morph_name",
                                          DefinitionXml::label(node), in_quotes(mask.mesh)));
    mask.parameter = masked->id;
    out_.morph_masks.push_back(std::move(mask));
  }

  DefinitionXml& xml_;
  AppearanceDesc& out_;
  SkeletonDesc& skeleton_;
  std::map<int, std::size_t> by_id_;  // into out_.parameters while loading
  std::map<std::string, std::string> mesh_of_type_;
  std::set<int> points_;
  int loaded_ = 0;
};

}  // namespace

Result<AppearanceDesc> read_lad_xml(std::string_view text, const std::string& source,
                                    SkeletonDesc& skeleton) {
  DefinitionXml xml(text, source);
  AppearanceDesc desc;
  desc.source = source;
  const pugi::xml_node root = xml.open("linden_avatar", kFileKind);
  LadReader(xml, desc, skeleton).read(root);
  if (xml.ok() && desc.parameters.empty())
    xml.blame(root, fmt::format("contains no parameter; fetch {} again", kFileKind));
  if (!xml.ok()) return tl::make_unexpected(xml.fault());
  desc.sections = appearance_sections(desc.parameters);
  return desc;
}

}  // namespace mannequin::io
