// Vertex weights by group (a joint's name) while they are being made: any number per vertex, any sum.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mannequin {

// A vertex's weight in one group.
struct GroupWeight {
  std::uint32_t group = 0;  // index into WeightTable::groups
  double weight = 0.0;
};

// A vertex lists a group at most once. Zeros are allowed: empty groups survive by name.
struct WeightTable {
  std::vector<std::string> groups;
  std::vector<std::vector<GroupWeight>> vertices;
};

// The largest first; ties go to the lower group.
void sort_by_weight(std::vector<GroupWeight>& weights);

// Adds `more`, times `factor`.
void add_weights(std::vector<GroupWeight>& to, const std::vector<GroupWeight>& more, double factor);

// The weight of one group at one vertex; 0 if it is not listed.
double weight_of(const std::vector<GroupWeight>& weights, std::uint32_t group);

// The sum of a vertex's weights.
double total_weight(const std::vector<GroupWeight>& weights);

// The `most` greatest weights less the greatest of the others, or a part of that where they are all alike,
// with the sum of all: over a surface, a group that leaves them does so with hardly a jump. Sorted.
std::vector<GroupWeight> strongest(std::vector<GroupWeight> weights, std::size_t most);

// The index of the group of this name, appended if missing.
std::uint32_t group_named(WeightTable& table, const std::string& name);

}  // namespace mannequin
