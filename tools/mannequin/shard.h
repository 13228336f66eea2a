// --shard I/N: one of several equal parts of a long job, for build servers with several machines.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "tools/mannequin/command_line.h"

namespace mannequin::program {

struct Shard {
  std::size_t index = 1, count = 1;  // from 1; of so many
};

// --shard and --merge, for a command whose --json output they split and join.
void add_shard_options(CLI::App& command, std::optional<Shard>& shard,
                       std::vector<std::filesystem::path>& merge);

nlohmann::ordered_json shard_json(const Shard& shard);

// A part as written by --json --shard.
struct ShardPart {
  std::string source;  // file name
  Shard shard;
  nlohmann::ordered_json json;
};

// The parts of one job, by index. Fails naming the file if it is not JSON of `kind` (a required key), not a
// part, or from a different number of parts; or naming missing or repeated parts.
Result<std::vector<ShardPart>> read_shards(std::span<const std::filesystem::path> files, const char* kind);

// Runs code that joins parts, and reports a value of the wrong type like any other fault.
template <typename Join>
auto joined(Join join) -> decltype(join()) {
  try {
    return join();
  } catch (const nlohmann::json::exception& error) {
    return fail(ErrorCode::bad_data, "--merge",
                std::string("a part has a value of the wrong type (") + error.what() +
                    "); write the parts again with --json --shard");
  }
}

}  // namespace mannequin::program
