// Notes: what a reader reports about a file without rejecting it.
#pragma once

#include <string>
#include <vector>

#include "engine/core/severity.h"

namespace mannequin::io {

using mannequin::Severity;

// One note.
struct Note {
  Severity severity = Severity::info;
  std::string code;   // stable, for scripts: "unweighted_vertices"
  std::string where;  // "body.dae:41, mesh 'arm', vertex 12"
  std::string what;   // the problem, its consequence and the remedy
};

using Notes = std::vector<Note>;

}  // namespace mannequin::io
