// Fixtures of the AvatarBatch tests: a character, skins,
// random inputs, and their double-precision evaluation.
#pragma once

#include <span>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/avatar/avatar_batch.h"
#include "engine/mesh/skin.h"

namespace mannequin::test {

const Character& character();
// 110 joints, bones and volumes.
const Skin& tube_skin();
// The built-in body's.
const Skin& body_skin();

AvatarBatch make_batch(const BatchOptions& options, std::span<const Skin* const> skins);
AvatarBatch make_batch(const BatchOptions& options = {});  // of the tube

// Random sliders of one sex, a turn at every joint, offsets with a scale lock for every third seed, a moved
// root for every second.
AvatarInputs random_inputs(std::uint32_t seed);
Pose random_pose(std::uint32_t seed);

void give(AvatarBatch& batch, std::size_t avatar, const AvatarInputs& inputs);
std::vector<Mat4> exact_palette(const AvatarInputs& inputs, const Skin& skin);

// One avatar's part of a skin's palettes.
std::span<const Mat34> palette_of(const AvatarBatch& batch, std::size_t skin, std::size_t avatar);
// The greatest difference of two numbers of any matrix, as a part of the greatest number of `exact` or of 1.
double difference(std::span<const Mat34> palette, std::span<const Mat4> exact);
// How far that may be: some 50 roundings of single precision, as every joint of a chain of 14 turns at
// random.
constexpr double kLimit = 4e-6;
bool same_bits(std::span<const Mat34> a, std::span<const Mat34> b);

// Every CPU target, with avatars side by side and alone.
std::vector<BatchOptions> every_way();

}  // namespace mannequin::test
