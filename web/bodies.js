// Whether what is worn is a body, which takes the place of the built-in one: as tools/document/body_like.cpp has it.
"use strict";

// Joints by bone or volume, whichever the weights are on, and the least share of all weights.
const BODY_REGIONS = [[["mNeck", "NECK", "mHead", "HEAD"], 0.003],
  [["mTorso", "mChest", "BELLY", "CHEST", "UPPER_BACK", "LOWER_BACK", "LEFT_PEC", "RIGHT_PEC"], 0.005], [["mShoulderLeft", "L_UPPER_ARM"], 0.005],
  [["mShoulderRight", "R_UPPER_ARM"], 0.005], [["mHipLeft", "L_UPPER_LEG"], 0.005], [["mHipRight", "R_UPPER_LEG"], 0.005],
  [["mKneeLeft", "L_LOWER_LEG"], 0.005], [["mKneeRight", "R_LOWER_LEG"], 0.005]];

function looksLikeBody(set, stage) {
  const sums = new Map();
  let all = 0;
  for (const mesh of set.meshes) {
    const influences = stage.influencesOf(mesh);
    if (!influences) continue;
    const { joints, slots, weights } = influences;
    for (let at = 0; at < slots.length; ++at) {
      const joint = joints[slots[at]];
      if (joint < 0 || weights[at] === 0) continue;
      sums.set(joint, (sums.get(joint) ?? 0) + weights[at]);
      all += weights[at];
    }
  }
  return BODY_REGIONS.every(([names, least]) => names.reduce((sum, name) => sum + (sums.get(stage.jointCalled(name)) ?? 0), 0) > least * all);
}
