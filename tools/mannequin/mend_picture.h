// The heat map of a mended garment: where it was moved, and where it got new weights.
#pragma once

#include "engine/fit/garment_mend.h"
#include "engine/io/file.h"

namespace mannequin::program {

// A .png: above, how far vertices were moved, from grey through yellow to dark red at `limit` metres; below,
// their share of new weights; each from the front and the back. `worn`: the mended garment.
Result<io::Bytes> mend_picture(const FitSurface& worn, const MendedGarment& mended, double limit);

}  // namespace mannequin::program
