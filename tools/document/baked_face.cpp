#include "tools/document/baked_face.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "engine/core/lower_case.h"

namespace mannequin::document {
namespace {

struct BakedName {
  std::string_view region, name, texture;  // name: after the prefix, letters and digits alone
};

// The ids are those by which viewers know that a face shows a bake.
constexpr std::array kBakedNames = {
    BakedName{"head", "head", "5a9f4a74-30f2-821c-b88d-70499d3e7183"},
    BakedName{"upper_body", "upper", "ae2de45c-d252-50b8-5c6e-19f39ce79317"},
    BakedName{"lower_body", "lower", "24daea5f-0539-cfcf-047f-fbc40b2786ba"},
    BakedName{"eyes", "eyes", "52cc6bb6-2ee5-e632-d3ad-50197b1dcb8a"},
    BakedName{"skirt", "skirt", "43529ce8-7faa-ad92-165a-bc4078371687"},
    BakedName{"hair", "hair", "09aac1fb-6bce-0bee-7d44-caac6dbb6c63"},
    BakedName{"leftarm", "leftarm", "ff62763f-d60a-9855-890b-0c96f8f8cd98"},
    BakedName{"leftleg", "leftleg", "8e915e25-31d1-cc95-ae08-d58a47488251"},
    BakedName{"aux1", "aux1", "9742065b-19b5-297c-858a-29711d539043"},
    BakedName{"aux2", "aux2", "03642e83-2bd1-4eb9-34b4-4c47ed586d2d"},
    BakedName{"aux3", "aux3", "edd51b77-fc10-ce7a-4b3d-011dfc349e4f"},
};

// Of the system avatar.
constexpr std::pair<std::string_view, std::string_view> kPartRegions[] = {{"hairMesh", "hair"},
                                                                          {"headMesh", "head"},
                                                                          {"eyelashMesh", "head"},
                                                                          {"upperBodyMesh", "upper_body"},
                                                                          {"lowerBodyMesh", "lower_body"},
                                                                          {"eyeBallLeftMesh", "eyes"},
                                                                          {"eyeBallRightMesh", "eyes"},
                                                                          {"skirtMesh", "skirt"}};

std::string letters_of(std::string_view text) {
  std::string letters;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0)
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

}  // namespace

std::string_view baked_region(const MaterialDesc& material) {
  std::string name = letters_of(material.name);
  if (name.starts_with("img")) name.erase(0, 3);
  if (name.starts_with("use")) name.erase(0, 3);
  bool asks = false;
  for (const std::string_view prefix : {"baked", "bake", "bom"})
    if (!asks && name.starts_with(prefix)) {
      name.erase(0, prefix.size());
      asks = true;
    }
  if (asks && name.ends_with("body")) name.erase(name.size() - 4);
  for (const BakedName& each : kBakedNames)
    if ((asks && name == each.name) || contains_any_case(material.texture, each.texture)) return each.region;
  return {};
}

std::vector<std::string> shown_regions(const WornFile& file, const WornMesh& mesh) {
  std::vector<std::string> regions;
  for (const MaterialDesc& material : mesh.mesh.materials()) {
    const auto chosen = file.baked.find(material.name);
    if (chosen != file.baked.end()) {
      regions.push_back(chosen->second);
      continue;
    }
    const auto part = std::ranges::find(kPartRegions, mesh.geometry->bound.part,
                                        &std::pair<std::string_view, std::string_view>::first);
    if (file.system_avatar && part != std::end(kPartRegions))
      regions.emplace_back(part->second);
    else if (file.file && file.file->is_builtin && material.name == "skin")
      regions.emplace_back(kOwnBodyRegion);
    else
      regions.emplace_back(baked_region(material));
  }
  return regions;
}

}  // namespace mannequin::document
