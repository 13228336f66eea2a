// The result of a sweep for people: a page, and a sheet of pictures.
#pragma once

#include <string>

#include "engine/io/file.h"
#include "tools/mannequin/fit_report.h"

namespace mannequin::program {

// A self-contained page: the worst place, heat maps over all cases, the cover's cases, what to do.
Result<std::string> fit_page(const FitInputs& in, const SweptGarments& swept, const FitReport& report);

// A .png with the cases of the cover, the worst ones if there are many; the first case if there are no
// faults.
Result<io::Bytes> fit_contact_sheet(const FitInputs& in, const SweptGarments& swept, const FitReport& report);

}  // namespace mannequin::program
