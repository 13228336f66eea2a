// The result of a sweep for people: a page, and a sheet of pictures.
#pragma once

#include <string>
#include <vector>

#include "engine/io/file.h"
#include "tools/document/fit_faults.h"
#include "tools/mannequin/fit_report.h"

namespace mannequin::program {

// A sweep, and what was found. All of it must outlive the call.
struct FitResults {
  const FitInputs& in;
  const SweptGarments& swept;
  const FitReport& report;
  const std::vector<document::SweptFault>& faults;  // of the whole sweep
};

// A self-contained page: the worst place, heat maps over all cases, pictures of cases, what to do.
Result<std::string> fit_page(const FitResults& results);

// A .png with the cases of the worst places and of the cover, those that can be seen first; the first case if
// there are no faults.
Result<io::Bytes> fit_contact_sheet(const FitResults& results);

}  // namespace mannequin::program
