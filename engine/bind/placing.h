// Where and how a mesh lies on a body, and where it would fit much better.
#pragma once

#include <optional>

#include "engine/bind/source_trees.h"
#include "engine/bind/surface.h"

namespace mannequin {

// A mesh is stood up, turned, scaled about the origin, and raised.
struct Placing {
  double scale = 1.0;
  int up = 0;           // how the axis that points up is brought there, one of six ways; 0: it is Z already
  int turn = 0;         // quarter turns about the vertical, afterwards
  double raised = 0.0;  // metres
  double fit = 0.0;     // the share of the mesh's area that then lies along the body

  int changes() const { return (scale != 1.0) + (up != 0) + (turn != 0) + (raised != 0.0); }
  Mat3 rotation() const;
};

// The simplest of the usual mistakes that, undone, makes a mesh fit the body much better; nothing if there is
// none. Of a mesh that fits the body nowhere, and of one of less than half a metre, nothing can be said.
std::optional<Placing> better_placing(const Surface& surface, const SourceTrees& body);

}  // namespace mannequin
