// mannequin convert for shapes.
#pragma once

#include <filesystem>
#include <string>

#include "engine/appearance/appearance.h"
#include "engine/appearance/weights.h"
#include "engine/core/result.h"
#include "engine/io/file.h"

namespace mannequin::program {

struct ShapeConversion {
  std::string to;         // json, archetype or wearable; empty: by the extension of the output
  std::string name;       // empty: the shape's own, else the output's
  bool quantise = false;  // as others see it
};

// Writes the shape in `bytes` (the content of `in`) to `out`. Prints a summary, and to stderr the
// reader's notes and the values that the format does not support.
Status convert_shape(const std::filesystem::path& in, const io::Bytes& bytes,
                     const std::filesystem::path& out, const ShapeConversion& options,
                     const Appearance& appearance);

// Writes sliders to `out`, by its extension, under a name. Prints to stderr the values that the format does
// not support. Fails (bad_argument) on an extension that is not a shape's.
Status write_shape_file(const std::filesystem::path& out, const SliderValues& sliders,
                        const std::string& name, const Appearance& appearance);

// Fails (bad_argument) on an extension that write_shape_file does not know.
Status check_shape_output(const std::filesystem::path& out);

}  // namespace mannequin::program
