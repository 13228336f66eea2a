// Problems of a mesh to be bound, or things a method could not do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mannequin {

// Codes are stable, for scripts.
struct BindFault {
  std::string code;
  std::vector<std::uint32_t> vertices;  // of the surface, ascending
  std::string message;                  // the problem and its consequence
  std::string remedy;
  bool unweighted = false;  // the method left these vertices without weight
};

using BindFaults = std::vector<BindFault>;

}  // namespace mannequin
