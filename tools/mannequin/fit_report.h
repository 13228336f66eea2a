// The result of a sweep for scripts and build servers, whole or joined from parts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tools/mannequin/fit_inputs.h"
#include "tools/mannequin/shard.h"

namespace mannequin::program {

// One shape, pose and garment.
struct FitCase {
  std::size_t number = 0;              // in the plan's order, from 0, over all parts
  std::size_t garment = 0;             // index into FitReport::garments
  std::string name;                    // "Body Fat 100 %, female, sit"
  double depth = 0.0;                  // metres
  std::vector<std::uint32_t> outside;  // the body's outside vertices
  nlohmann::ordered_json json;
};

struct FitGarment {
  std::string name;
  std::size_t counted = 0;  // the body's vertices that the garment covers
  bool inside_out = false;
};

struct FitReport {
  std::vector<FitGarment> garments;
  std::vector<FitCase> cases;      // ascending by number
  std::vector<std::size_t> cover;  // indices into `cases`
  double seconds = 0.0;
  std::optional<Shard> shard;  // of which these are the cases
  bool cancelled = false;

  const FitCase* worst() const;  // the first of those with the largest depth; null if there are no cases
};

FitReport make_fit_report(const FitInputs& in, const SweptGarments& swept, double seconds,
                          std::optional<Shard> shard);

nlohmann::ordered_json fit_json(const FitReport& report);

// The parts of one sweep, as written by fit_json, in any order. Fails naming a file that is not a part, or
// the missing parts.
Result<FitReport> merge_fit_reports(std::span<const std::filesystem::path> files);

// JUnit XML: a case per shape, pose and garment, failed above `limit`.
std::string fit_junit(const FitReport& report, double limit);

}  // namespace mannequin::program
