#include "tools/mannequin/shard.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "engine/io/json_file.h"
#include "engine/io/text_file.h"
#include "tools/mannequin/input_file.h"

namespace mannequin::program {
namespace {

constexpr std::size_t kMostShards = 10'000;

std::optional<Shard> parse_shard(const std::string& text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  if (index.ec != std::errc() || index.ptr == end || *index.ptr != '/') return std::nullopt;
  const auto count = std::from_chars(index.ptr + 1, end, shard.count);
  if (count.ec != std::errc() || count.ptr != end || shard.count > kMostShards) return std::nullopt;
  if (shard.index < 1 || shard.index > shard.count) return std::nullopt;
  return shard;
}

std::optional<Shard> shard_of(const nlohmann::ordered_json& json) {
  const auto shard = json.find("shard");
  if (shard == json.end() || !shard->is_object()) return std::nullopt;
  const auto index = shard->find("index"), count = shard->find("count");
  if (index == shard->end() || count == shard->end() || !index->is_number_unsigned() ||
      !count->is_number_unsigned())
    return std::nullopt;
  return parse_shard(fmt::format("{}/{}", index->get<std::size_t>(), count->get<std::size_t>()));
}

Result<ShardPart> read_shard(const std::filesystem::path& path, const char* kind) {
  const std::string name = path.filename().string();
  const Result<io::Bytes> bytes = read_input(path);
  if (!bytes) return error_of(bytes);
  auto tree = io::parse_ordered_json_file(io::as_text(*bytes), name, io::kMaxFileBytes);
  if (!tree) return error_of(tree);
  if (!tree->value.is_object() || !tree->value.contains(kind))
    return fail(ErrorCode::bad_data, name,
                fmt::format("has no \"{}\"; give files that this command wrote with --json --shard", kind));
  const std::optional<Shard> shard = shard_of(tree->value);
  if (!shard)
    return fail(ErrorCode::bad_data, name, "is no part of a job; write the parts with --json --shard I/N");
  return ShardPart{name, *shard, std::move(tree->value)};
}

}  // namespace

void add_shard_options(CLI::App& command, std::optional<Shard>& shard,
                       std::vector<std::filesystem::path>& merge) {
  const auto check = [](const std::string& text) {
    return parse_shard(text) ? std::string()
                             : fmt::format("'{}' is not of the form I/N with I from 1 to N, as in 2/4", text);
  };
  command
      .add_option_function<std::string>(
          "--shard", [&shard](const std::string& text) { shard = parse_shard(text); },
          "Do only part I of N equal ones; --merge joins their --json")
      ->type_name("I/N")
      ->check(CLI::Validator(check, ""));
  command.add_option("--merge", merge, "Join the --json of all parts of --shard; nothing is computed again")
      ->type_name("FILES")
      ->excludes("--shard");
}

nlohmann::ordered_json shard_json(const Shard& shard) {
  return {{"index", shard.index}, {"count", shard.count}};
}

Result<std::vector<ShardPart>> read_shards(std::span<const std::filesystem::path> files, const char* kind) {
  std::vector<ShardPart> parts;
  for (const std::filesystem::path& path : files) {
    Result<ShardPart> part = read_shard(path, kind);
    if (!part) return error_of(part);
    parts.push_back(std::move(*part));
    if (parts.back().shard.count != parts.front().shard.count)
      return fail(ErrorCode::bad_data, parts.back().source,
                  fmt::format("is one of {} parts, but {} is one of {}; merge the parts of one job",
                              parts.back().shard.count, parts.front().source, parts.front().shard.count));
  }
  std::ranges::stable_sort(parts, {}, [](const ShardPart& part) { return part.shard.index; });
  for (std::size_t i = 1; i < parts.size(); ++i)
    if (parts[i].shard.index == parts[i - 1].shard.index)
      return fail(ErrorCode::bad_data, parts[i].source,
                  fmt::format("is part {}, as is {}; give each part once", parts[i].shard.index,
                              parts[i - 1].source));
  std::vector<std::size_t> missing;
  for (std::size_t i = 1, at = 0; !parts.empty() && i <= parts.front().shard.count; ++i)
    if (at < parts.size() && parts[at].shard.index == i)
      ++at;
    else
      missing.push_back(i);
  if (!missing.empty())
    return fail(ErrorCode::bad_argument, "--merge",
                fmt::format("lacks part {} of {}; give the files of all parts", fmt::join(missing, ", "),
                            parts.front().shard.count));
  return parts;
}

}  // namespace mannequin::program
