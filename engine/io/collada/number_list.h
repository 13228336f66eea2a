// Lists of numbers and names: the texts of elements.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/core/scratch_vector.h"
#include "engine/io/collada/document.h"

namespace mannequin::io::collada {

// All whitespace-separated numbers of an element's text. Fails (bad_data), naming the line, on anything else,
// on numbers that are not finite, and on integers beyond 32 bits. Reals are read as double and rounded
// once.
Result<ScratchVector<float>> read_floats(const Document& document, pugi::xml_node element);
Result<ScratchVector<double>> read_doubles(const Document& document, pugi::xml_node element);
Result<ScratchVector<std::int32_t>> read_integers(const Document& document, pugi::xml_node element);
std::vector<std::string> read_names(const Document& document, pugi::xml_node element,
                                    std::size_t limit = static_cast<std::size_t>(-1));

// Exactly `count` numbers, e.g. of a <matrix>.
Result<ScratchVector<double>> read_exactly(const Document& document, pugi::xml_node element,
                                           std::size_t count);

}  // namespace mannequin::io::collada
