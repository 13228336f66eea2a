#include "engine/io/mpfb/weights_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/io/json_file.h"
#include "engine/io/text_file.h"

namespace mannequin::io {
namespace {

using nlohmann::ordered_json;

// The largest shipped with MPFB have about 5 MB; a parsed tree takes about twenty times the file size.
constexpr std::size_t kMaxWeightsBytes = std::size_t{32} << 20;

constexpr int kNewestWeights = 110;

// Dropped by MPFB when it saves.
constexpr double kSmallestWeight = 0.0001;

Error bad_entry(const std::string& source, const std::string& group, std::size_t entry, std::string what) {
  return {ErrorCode::bad_data, fmt::format("{}, group {}, entry {}", source, in_quotes(group), entry),
          std::move(what)};
}

Result<WeightGroup> read_group(const std::string& source, const std::string& name, const ordered_json& list) {
  if (!list.is_array())
    return fail(ErrorCode::bad_data, fmt::format("{}, group {}", source, in_quotes(name)),
                "is not a list of entries: [[vertex, weight], ...]");
  WeightGroup group;
  group.name = name;
  group.weights.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const ordered_json& entry = list[i];
    if (!entry.is_array() || entry.size() != 2 || !entry[0].is_number_integer() || !entry[1].is_number())
      return tl::make_unexpected(
          bad_entry(source, name, i, "is not [vertex, weight]: a whole number and a number"));
    if (!entry[0].is_number_unsigned() || entry[0] > std::numeric_limits<std::uint32_t>::max())
      return tl::make_unexpected(
          bad_entry(source, name, i, "names a negative or too large vertex; they are numbered from 0"));
    const double weight = entry[1].get<double>();
    if (!(weight >= 0.0) || weight > kMaxTextFileNumber)
      return tl::make_unexpected(bad_entry(source, name, i, "has an invalid weight; it must be from 0 to 1"));
    group.weights.push_back({entry[0].get<std::uint32_t>(), weight + 0.0});
  }
  return group;
}

void read_labels(const ordered_json& document, MpfbWeightsFile& file, JsonFault& fault) {
  ordered_json without_weights = ordered_json::object();
  for (const auto& [key, value] : document.items())
    without_weights[key] = key == "weights" ? ordered_json() : value;
  file.document = without_weights.dump();
  const nlohmann::json labels = without_weights;
  JsonObject object(labels, "", fault);
  file.copyright = object.text("copyright");
  file.description = object.text("description");
  file.license = object.text("license");
  file.name = object.text("name");
  file.version = object.integer("version", kNewestWeights);
  if (file.version > kNewestWeights)
    fault.blame(
        "version",
        fmt::format("is {}, but this program supports up to {}; save the weights with a version of MPFB that "
                    "writes it",
                    file.version, kNewestWeights),
        ErrorCode::unsupported);
}

}  // namespace

Result<MpfbWeightsFile> read_mpfb_weights(std::string_view text, const std::string& source) {
  const auto parsed = parse_ordered_json_file(text, source, kMaxWeightsBytes);
  if (!parsed) return error_of(parsed);
  const ordered_json& document = parsed->value;
  if (!document.is_object() || !document.contains("weights") || !document.at("weights").is_object())
    return fail(ErrorCode::bad_data, source,
                "has no \"weights\": {group: [[vertex, weight], ...]}; is it a weights file of MPFB?");
  MpfbWeightsFile file;
  file.weights.source = source;
  JsonFault fault(source);
  read_labels(document, file, fault);
  if (!fault.ok()) return error_of(fault);
  for (const auto& [name, list] : document.at("weights").items()) {
    Result<WeightGroup> group = read_group(source, name, list);
    if (!group) return error_of(group);
    file.weights.groups.push_back(std::move(*group));
  }
  return file;
}

Result<std::string> write_mpfb_weights(const MpfbWeightsFile& file) {
  if (file.weights.groups.size() > kMaxOrderedKeys)
    return fail(ErrorCode::cannot_write, file.weights.source,
                fmt::format("has {} groups; a weights file may have at most {}", file.weights.groups.size(),
                            kMaxOrderedKeys));
  auto document = Result<JsonTree<ordered_json>>(JsonTree(ordered_json::object()));
  if (!file.document.empty())
    document = parse_ordered_json_file(file.document, file.weights.source, kMaxWeightsBytes);
  if (!document) return error_of(document);
  ordered_json& out = document->value;
  // Keys missing from the original file are not added.
  const auto put = [&](const char* key, const std::string& value) {
    if (out.contains(key) || !value.empty()) out[key] = value;
  };
  put("copyright", file.copyright);
  put("description", file.description);
  put("license", file.license);
  put("name", file.name);
  if (out.contains("version") || file.document.empty()) out["version"] = file.version;
  out["weights"] = ordered_json::object();
  for (const WeightGroup& group : file.weights.groups) {
    ordered_json list = ordered_json::array();
    for (const auto& [vertex, weight] : group.weights) list.push_back({vertex, weight});
    out["weights"][group.name] = std::move(list);
  }
  return out.dump(4) + "\n";
}

RigWeights rounded_weights(RigWeights weights) {
  for (WeightGroup& group : weights.groups) {
    for (VertexWeight& entry : group.weights)
      entry.weight = std::min(std::round(entry.weight * 1e5) / 1e5, 1.0);
    std::erase_if(group.weights, [](const VertexWeight& entry) { return entry.weight < kSmallestWeight; });
  }
  return weights;
}

bool looks_like_mpfb_weights(std::string_view text) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  return has("\"weights\"") && !has("\"asset\"") && !has("\"bones\"");
}

}  // namespace mannequin::io
