// All findings about a file of bound meshes: the uploader's rules, and its reader's notes.
#pragma once

#include "engine/appearance/character.h"
#include "engine/core/result.h"
#include "engine/fit/upload_check.h"
#include "engine/io/bound_mesh.h"

namespace mannequin {

// Worst first. The joint positions of mesh assets count regardless of the options. A reader's note is
// omitted if a rule found the same. Takes seconds for a few hundred thousand vertices; pure, may run on
// any thread.
Findings file_findings(const io::BoundMeshFile& file, const Character& character,
                       const UploadOptions& options);

// Converts a reader's note to a finding, for lists of both.
Finding finding_of(const io::Note& note);

// Adds notes, those of one kind as one finding at the first place; skips codes already in `findings`.
void add_notes(const io::Notes& notes, Findings& findings);

// For a file that no reader accepts, or whose meshes cannot be built.
Finding unreadable_finding(const Error& error);

}  // namespace mannequin
