// --shard I/N: one of several equal parts of a long job, for build servers with several machines.
#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace mannequin::program {

struct Shard {
  std::size_t index = 1, count = 1;  // from 1; of so many
};

// --shard and --merge of a command whose --json they split and join.
void add_shard_options(CLI::App& command, std::optional<Shard>& shard,
                       std::vector<std::filesystem::path>& merge);

nlohmann::ordered_json shard_json(const Shard& shard);

// A part as written by --json --shard.
struct ShardPart {
  std::string source;  // file name
  Shard shard;
  nlohmann::ordered_json json;
};

// The parts of one job, by index. Fails naming the file: no JSON of `kind` (a key that it must have), not a
// part, of another number of parts, or the parts that are missing or there twice.
Result<std::vector<ShardPart>> read_shards(std::span<const std::filesystem::path> files, const char* kind);

// Runs what joins parts: a value of the wrong type in one is a fault like any other.
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
