// MPFB's weights.*.json: groups of vertex weights, and who made them.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/io/note.h"
#include "engine/rig/weights.h"

namespace mannequin::io {

// Weights, and what is needed to write their file again.
struct MpfbWeightsFile {
  RigWeights weights;  // masks among them; file order
  int version = 110;
  std::string name, description, license, copyright;
  std::string document;  // the file without its weights: what the writer starts from
  Notes notes;
};

// Fails on values of the wrong kind, a vertex number or a weight below 0, a version above 110.
Result<MpfbWeightsFile> read_mpfb_weights(std::string_view text, const std::string& source);

// Weights as they are; what a person saves goes through rounded_weights first.
Result<std::string> write_mpfb_weights(const MpfbWeightsFile& file);

// As MPFB saves weights: to five places, without those below 0.0001.
RigWeights rounded_weights(RigWeights weights);

// Whether JSON text is worth reading as weights, by its words.
bool looks_like_mpfb_weights(std::string_view text);

}  // namespace mannequin::io
