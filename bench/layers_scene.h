// What the benchmarks of clothing layers paint: our own layer sets, dressed in everything.
#pragma once

#include <array>

#include "engine/layers/layer_paint.h"

namespace mannequin::bench {

// Skin, hair, eyes, underwear, socks, shoes, shirt, trousers, gloves, jacket, skirt and a tattoo.
LayerOutfit everything();

// At the size at which current viewers compose.
OutfitPaint planned(const LayerOutfit& outfit);

// Two of everything. Nothing can be reused between them: skin, hair and eyes, and each item's texture,
// differ.
std::array<OutfitPaint, 2> two_paints();

// Moves a slider of the item that has it, another way in each of 40 steps.
void drag_slider(LayerOutfit& outfit, int slider, int step);

}  // namespace mannequin::bench
