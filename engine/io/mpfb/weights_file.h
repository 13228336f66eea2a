// MPFB's weights.*.json: groups of vertex weights, and their author.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/io/note.h"
#include "engine/rig/weights.h"

namespace mannequin::io {

// Weights, and the data needed to write their file again.
struct MpfbWeightsFile {
  RigWeights weights;  // including masks; file order
  int version = 110;
  std::string name, description, license, copyright;
  std::string document;  // the file without its weights: the basis for the writer
  Notes notes;
};

// Fails on values of the wrong kind, a vertex number or a weight below 0, a version above 110.
Result<MpfbWeightsFile> read_mpfb_weights(std::string_view text, const std::string& source);

// Weights unchanged; for saving, apply rounded_weights first.
Result<std::string> write_mpfb_weights(const MpfbWeightsFile& file);

// Rounded as MPFB saves weights: to five places, without those below 0.0001.
RigWeights rounded_weights(RigWeights weights);

// Whether JSON text looks like weights, by keywords.
bool looks_like_mpfb_weights(std::string_view text);

}  // namespace mannequin::io
