#include "engine/io/document_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "engine/io/builtin_mesh.h"
#include "engine/io/pose_json.h"
#include "engine/io/text_file.h"
#include "engine/io/wearable_json.h"
#include "engine/math/finite.h"
#include "engine/mesh/attachment.h"

namespace mannequin::io {
namespace {

// The key that identifies a document among other JSON files, and its version.
constexpr const char* kDocumentKey = "mannequin_document";
constexpr int kDocumentVersion = 1;

constexpr std::array<const char*, kLodCount> kLevelWords = {"lowest", "low", "medium", "high"};
constexpr std::array<const char*, 2> kUpWords = {"y", "z"};
constexpr auto kImporterWords = [] {
  std::array<const char*, kImporterProfiles.size()> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = kImporterProfiles[i].name.data();
  return words;
}();
constexpr std::array<const char*, 3> kSystemParts = {"body", "hair", "skirt"};

constexpr double kMaxCameraDistance = 1e4;  // metres
constexpr double kMaxClipSpeed = 100.0;
constexpr double kMaxClipSeconds = 1e6;

class DocumentReader {
 public:
  DocumentReader(const Skeleton& skeleton, DocumentPaths paths) : skeleton_(skeleton), paths_(paths) {}

  void read(JsonObject& root) {
    root.ignore("about");
    const int version = root.required_integer(kDocumentKey, "1");
    if (root.ok() && version != kDocumentVersion)
      root.blame(fmt::format("is a document of version {}, but this program reads version {}; open it with a "
                             "newer version of the program",
                             version, kDocumentVersion),
                 ErrorCode::unsupported);
    for (const char* key : {"worn", "clothing"})
      if (const auto* list = root.list(key); list != nullptr && list->size() > kMaxDocumentWorn)
        root.blame(
            fmt::format("has {} worn things; at most {} are possible", list->size(), kMaxDocumentWorn));
    root.each("worn", [&](JsonObject& object) { out.worn.push_back(worn(object)); });
    root.each("clothing", [&](JsonObject& object) { out.clothing.push_back(clothing(object)); });
    root.inside("shape", [&](JsonObject& object) {
      out.shape_file = path(object, "file");
      if (object.has("sliders")) out.sliders = sliders(object);
      out.rest = object.flag("rest");
      object.finish();
    });
    root.inside("pose", [&](JsonObject& object) { pose(object); });
    root.inside("clip", [&](JsonObject& object) { out.clip = clip(object); });
    root.inside("camera", [&](JsonObject& object) { out.camera = camera(object); });
    root.finish();
    if (out.clip && (out.pose || !out.pose_file.empty()))
      root.blame("has both a \"clip\" and a \"pose\" of its own; remove one of them");
  }

  DocumentFile out;

 private:
  std::string path(JsonObject& object, const char* key) {
    std::string path = object.text(key);
    if (!object.has(key)) return path;
    if (const std::string what = document_path_fault(path, paths_); !what.empty()) fault(object, key, what);
    return path;
  }

  static void fault(JsonObject& object, const char* key, const std::string& what) {
    object.blame(fmt::format("\"{}\" {}", key, what));
  }

  static bool flag(JsonObject& object, const char* key, bool absent) {
    return object.has(key) ? object.flag(key) : absent;
  }

  static double within(JsonObject& object, const char* key, double absent, double low, double high) {
    const double value = object.number(key, absent);
    if (!(value >= low && value <= high))
      fault(object, key, fmt::format("is {}; it must be between {} and {}", value, low, high));
    return value;
  }

  // One of these words; `absent` if missing.
  template <std::size_t kCount>
  static std::size_t word(JsonObject& object, const char* key, const std::array<const char*, kCount>& words,
                          std::size_t absent) {
    if (!object.has(key)) return absent;
    const std::string text = object.text(key);
    const auto found = std::ranges::find_if(words, [&](const char* each) { return text == each; });
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    fault(object, key, fmt::format("is {}; it must be one of {}", in_quotes(text), fmt::join(words, ", ")));
    return absent;
  }

  DocumentWorn worn(JsonObject& object) {
    DocumentWorn worn;
    worn.file = path(object, "file");
    worn.unsaved_of = path(object, "unsaved_of");
    worn.mended = flag(object, "mended", false);
    worn.builtin = object.text("builtin");
    const auto garments = builtin_garments();
    if (object.has("builtin") && worn.builtin != "mannequin" && worn.builtin != "hair" &&
        worn.builtin != kBuiltinSkirt && std::ranges::find(garments, worn.builtin) == garments.end())
      fault(object, "builtin",
            fmt::format("is {}; it must be one of mannequin, hair, {}, {}", in_quotes(worn.builtin),
                        kBuiltinSkirt, fmt::join(garments, ", ")));
    if (object.has("system")) worn.system = kSystemParts[word(object, "system", kSystemParts, 0)];
    if (object.has("file") + object.has("builtin") + object.has("system") != 1)
      object.blame("needs exactly one of \"file\", \"builtin\" and \"system\"");
    read_point(object, worn);
    worn.visible = flag(object, "visible", true);
    if (object.has("joint_positions")) worn.joint_positions = object.flag("joint_positions");
    if (object.has("lock_scale")) worn.lock_scale = object.flag("lock_scale");
    worn.tint = color(object, "tint");
    worn.opacity = static_cast<float>(within(object, "opacity", 1.0, 0.0, 1.0));
    worn.level = kLods[word(object, "level", kLevelWords, kLodCount - 1)];
    worn.obj.metres_per_unit = within(object, "metres_per_unit", worn.obj.metres_per_unit, 1e-9, 1e6);
    if (object.has("up")) worn.obj.up = word(object, "up", kUpWords, 0) == 1 ? UpAxis::z : UpAxis::y;
    worn.importer = kImporterProfiles[word(object, "importer", kImporterWords, 0)];
    read_baked(object, worn);
    read_colors(object, worn);
    return worn;
  }

  Vec3f color(JsonObject& object, const char* key) {
    const Vec3 given = object.vector(key, Vec3(1.0));
    for (int i = 0; i < 3; ++i)
      if (!(given[i] >= 0.0 && given[i] <= 1.0))
        fault(object, key, "has a number that is not between 0 and 1; correct it");
    return Vec3f(given);
  }

  void read_point(JsonObject& object, DocumentWorn& worn) const {
    if (!object.has("point")) return;
    worn.point = object.text("point");
    if (worn.file.empty()) return object.blame("has a \"point\", which only a \"file\" hangs on; remove it");
    if (const auto joint = find_attachment_point(skeleton_, worn.point); !joint)
      fault(object, "point", fmt::format("is {}, which {}", in_quotes(worn.point), joint.error().what));
  }

  static void read_colors(JsonObject& object, DocumentWorn& worn) {
    object.each_in("colors", [&](const std::string& material, const nlohmann::json& value) {
      if (worn.colors.size() == kMaxDocumentWorn)
        return fault(object, "colors", fmt::format("has more than {} materials", kMaxDocumentWorn));
      Vec3f color(0.0f);
      bool good = value.is_array() && value.size() == 3;
      for (int i = 0; good && i < 3; ++i) {
        const nlohmann::json& number = value[static_cast<std::size_t>(i)];
        good = number.is_number();
        if (good) color[i] = number.get<float>();
        good = good && color[i] >= 0.0f && color[i] <= 1.0f;
      }
      if (!good)
        return fault(
            object, "colors",
            fmt::format("has no three numbers between 0 and 1 for {}; correct it", in_quotes(material)));
      worn.colors[material] = color;
    });
  }

  static void read_baked(JsonObject& object, DocumentWorn& worn) {
    object.each_in("baked", [&](const std::string& material, const nlohmann::json& value) {
      const std::string region = value.is_string() ? value.get<std::string>() : "?";
      if (worn.baked.size() == kMaxDocumentWorn)
        return fault(object, "baked", fmt::format("has more than {} faces", kMaxDocumentWorn));
      if (!region.empty() && region != kBodyRegion &&
          std::ranges::find(region_names(), region) == region_names().end())
        return fault(object, "baked",
                     fmt::format("has no region for {}; it must be one of {}, {}, or \"\" for none",
                                 in_quotes(material), fmt::join(region_names(), ", "), kBodyRegion));
      worn.baked[material] = region;
    });
  }

  // Painted. Its textures are found as meshes are.
  WearableDesc clothing(JsonObject& object) {
    WearableDesc item = read_wearable_object(object);
    for (const auto& [slot, name] : item.textures)
      if (const std::string what = document_path_fault(name, paths_); !what.empty())
        object.fault().blame(object.path("textures") + "." + slot, what);
    if (object.has("sliders")) item.sliders = sliders(object);
    return item;
  }

  static SliderValues sliders(JsonObject& object) {
    SliderValues values;
    object.inside("sliders", [&](JsonObject& list) {
      for (const std::string& key : list.keys()) {
        const auto id = parse_integer(key);
        const double weight = list.required_number(key.c_str(), "0.5");
        if (!id || !values.emplace(*id, weight).second)
          fault(list, key.c_str(), "is not the id of a slider; 'mannequin sliders' lists them");
      }
    });
    return values;
  }

  void pose(JsonObject& object) {
    if (object.has("name")) out.pose_name = object.required_text("name", "\"T\"");
    out.pose_file = path(object, "file");
    object.inside("joints", [&](JsonObject& joints) {
      out.pose = read_pose_object(joints, skeleton_, PoseRotations::as_they_are);
      joints.finish();
    });
    if (out.pose && !out.pose_file.empty())
      object.blame("has both a \"file\" and \"joints\"; remove one of them");
    object.finish();
  }

  DocumentClip clip(JsonObject& object) {
    DocumentClip clip;
    clip.file = path(object, "file");
    if (!object.has("file")) object.blame("has no \"file\", which it needs; write \"file\": \"walk.anim\"");
    clip.seconds = within(object, "seconds", 0.0, 0.0, kMaxClipSeconds);
    clip.playing = flag(object, "playing", false);
    clip.loop = flag(object, "loop", true);
    clip.speed = within(object, "speed", 1.0, 0.0, kMaxClipSpeed);
    object.finish();
    return clip;
  }

  static DocumentCamera camera(JsonObject& object) {
    DocumentCamera camera;
    camera.target = object.vector("target", camera.target);
    camera.distance = within(object, "distance", camera.distance, 1e-3, kMaxCameraDistance);
    camera.yaw = object.number("yaw", 0.0);
    const double quarter = 0.5 * std::numbers::pi;
    camera.pitch = within(object, "pitch", 0.0, -quarter, quarter);
    camera.orthographic = flag(object, "orthographic", false);
    object.finish();
    return camera;
  }

  const Skeleton& skeleton_;
  DocumentPaths paths_;
};

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Keys that are not UTF-8 may have become alike.
std::string joined(const std::map<std::string, std::string>& lines) {
  std::string text;
  for (const auto& [key, value] : lines)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", key, value);
  return "{" + text + "}";
}

std::string baked_object(const std::map<std::string, std::string>& baked) {
  std::map<std::string, std::string> lines;
  for (const auto& [material, region] : baked) lines[quoted(material)] = quoted(region);
  return joined(lines);
}

std::string color_text(const Vec3f& color) {
  return fmt::format("[{}, {}, {}]", color.x + 0.0f, color.y + 0.0f, color.z + 0.0f);
}

std::string colors_object(const std::map<std::string, Vec3f>& colors) {
  std::map<std::string, std::string> lines;
  for (const auto& [material, color] : colors) lines[quoted(material)] = color_text(color);
  return joined(lines);
}

// Omits defaults, so that documents stay short. Adding
// 0 turns -0, which a reader does not keep, into 0.
std::string worn_line(const DocumentWorn& worn) {
  const DocumentWorn standard;
  JsonLine line;
  if (!worn.file.empty()) line.text("file", worn.file);
  if (!worn.unsaved_of.empty()) line.text("unsaved_of", worn.unsaved_of);
  if (worn.mended != standard.mended) line.flag("mended", worn.mended);
  if (!worn.builtin.empty()) line.text("builtin", worn.builtin);
  if (!worn.system.empty()) line.text("system", worn.system);
  if (!worn.point.empty()) line.text("point", worn.point);
  if (worn.visible != standard.visible) line.flag("visible", worn.visible);
  if (worn.joint_positions) line.flag("joint_positions", *worn.joint_positions);
  if (worn.lock_scale) line.flag("lock_scale", *worn.lock_scale);
  // As float32: the shortest decimals that round-trip.
  if (worn.tint != standard.tint) line.raw("tint", color_text(worn.tint));
  if (worn.opacity != standard.opacity) line.raw("opacity", fmt::format("{}", worn.opacity + 0.0f));
  if (worn.level != standard.level) line.text("level", kLevelWords[static_cast<std::size_t>(worn.level)]);
  if (worn.obj.metres_per_unit != standard.obj.metres_per_unit)
    line.number("metres_per_unit", worn.obj.metres_per_unit);
  if (worn.obj.up) line.text("up", kUpWords[worn.obj.up == UpAxis::z ? 1 : 0]);
  if (worn.importer != standard.importer) line.text("importer", std::string(worn.importer.name));
  if (!worn.baked.empty()) line.raw("baked", baked_object(worn.baked));
  if (!worn.colors.empty()) line.raw("colors", colors_object(worn.colors));
  return "{" + line.str() + "}";
}

}  // namespace

bool looks_like_document(std::string_view text) {
  return text.substr(0, 4096).find(fmt::format("\"{}\"", kDocumentKey)) != std::string_view::npos;
}

Result<DocumentFile> read_document(std::string_view text, const std::string& source, const Skeleton& skeleton,
                                   DocumentPaths paths) {
  JsonRoot file(text, source);
  DocumentReader reader(skeleton, paths);
  if (file.ok()) {
    JsonObject root = file.object();
    reader.read(root);
  }
  if (!file.ok()) return error_of(file);
  return std::move(reader.out);
}

std::string write_document(const DocumentFile& document, const Skeleton& skeleton) {
  std::string text = fmt::format("{{\n\"{}\": {}", kDocumentKey, kDocumentVersion);
  const auto add = [&](const char* key, const std::string& json) {
    text += fmt::format(",\n\"{}\": {}", key, json);
  };
  std::vector<std::string> worn;
  for (const DocumentWorn& each : document.worn) worn.push_back("\n  " + worn_line(each));
  add("worn", fmt::format("[{}]", fmt::join(worn, ",")));
  if (!document.clothing.empty()) {
    std::vector<std::string> items;
    for (const WearableDesc& each : document.clothing) items.push_back("\n  " + wearable_object(each));
    add("clothing", fmt::format("[{}]", fmt::join(items, ",")));
  }
  if (!document.shape_file.empty() || document.sliders || document.rest) {
    JsonLine shape;
    if (!document.shape_file.empty()) shape.text("file", document.shape_file);
    if (document.sliders) {
      JsonLine values;
      for (const auto& [id, weight] : *document.sliders)
        if (std::isfinite(weight) && std::abs(weight) <= kMaxTextFileNumber)
          values.number(std::to_string(id).c_str(), weight + 0.0);
      shape.raw("sliders", "{" + values.str() + "}");
    }
    if (document.rest) shape.flag("rest", true);
    add("shape", "{" + shape.str() + "}");
  }
  JsonLine pose;
  pose.text("name", document.pose_name);
  if (!document.pose_file.empty()) pose.text("file", document.pose_file);
  if (document.pose) pose.raw("joints", pose_object(*document.pose, skeleton).dump());
  add("pose", "{" + pose.str() + "}");
  if (const auto& clip = document.clip) {
    JsonLine line;
    line.text("file", clip->file).number("seconds", clip->seconds + 0.0).flag("playing", clip->playing);
    line.flag("loop", clip->loop).number("speed", clip->speed + 0.0);
    add("clip", "{" + line.str() + "}");
  }
  // JSON has no numbers that are not finite: without a camera the document can still be read.
  const auto& camera = document.camera;
  if (camera && is_finite(camera->target) && std::isfinite(camera->distance + camera->yaw + camera->pitch)) {
    JsonLine line;
    line.vector("target", camera->target + Vec3(0.0)).number("distance", camera->distance);
    line.number("yaw", camera->yaw + 0.0)
        .number("pitch", camera->pitch + 0.0)
        .flag("orthographic", camera->orthographic);
    add("camera", "{" + line.str() + "}");
  }
  return text + "\n}\n";
}

}  // namespace mannequin::io
