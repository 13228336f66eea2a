// Weights of vertices by group (a joint's name), while they are made: any number per vertex, any sum.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mannequin {

// One group's hold on one vertex.
struct GroupWeight {
  std::uint32_t group = 0;  // index into WeightTable::groups
  double weight = 0.0;
};

// Each vertex names a group at most once. Zeroes are allowed: empty groups are kept by their names alone.
struct WeightTable {
  std::vector<std::string> groups;
  std::vector<std::vector<GroupWeight>> vertices;
};

// The greatest first; of equal ones the lower group.
void sort_by_weight(std::vector<GroupWeight>& weights);

// The weight of one group at one vertex; 0 if it is not listed.
double weight_of(const std::vector<GroupWeight>& weights, std::uint32_t group);

// The index of a group of this name, added at the end where there is none.
std::uint32_t group_named(WeightTable& table, const std::string& name);

}  // namespace mannequin
