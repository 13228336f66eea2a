#include "engine/mesh/base_mesh.h"

#include <algorithm>

namespace mannequin {
namespace {

// How a morph's deltas change in the derived one.
struct Derived {
  const char* from;
  const char* to;
  enum Kind { copied, cleavage_sideways, constant } kind;
  Vec3f position{0.0f};  // kind constant
};

constexpr float kVertical = 0.05f, kSideways = 0.03f;  // metres
const Derived kDerived[] = {
    {"Breast_Female_Cleavage", "Breast_Physics_LeftRight_Driven", Derived::cleavage_sideways},
    {"Breast_Female_Cleavage", "Breast_Physics_InOut_Driven", Derived::copied},
    {"Breast_Gravity", "Breast_Physics_UpDown_Driven", Derived::copied},
    {"Big_Belly_Torso", "Belly_Physics_Torso_UpDown_Driven", Derived::constant, {0.0f, 0.0f, kVertical}},
    {"Big_Belly_Legs", "Belly_Physics_Legs_UpDown_Driven", Derived::constant, {0.0f, 0.0f, kVertical}},
    {"skirt_belly", "Belly_Physics_Skirt_UpDown_Driven", Derived::constant, {0.0f, 0.0f, kVertical}},
    {"Small_Butt", "Butt_Physics_UpDown_Driven", Derived::constant, {0.0f, 0.0f, kVertical}},
    {"Small_Butt", "Butt_Physics_LeftRight_Driven", Derived::constant, {0.0f, kSideways, 0.0f}},
};

// Both breasts move to the same side: the deltas of one are mirrored.
void turn_sideways(BaseMorph& morph) {
  constexpr float kShare = 0.75f;
  for (std::size_t i = 0; i < morph.vertices.size(); ++i) {
    const Vec3f share = morph.positions[i].y < 0.0f ? Vec3f(kShare, -kShare, kShare) : Vec3f(kShare);
    morph.positions[i] *= share;
    morph.normals[i] *= share;
    morph.binormals[i] *= share;
  }
}

BaseMorph derive(const BaseMorph& from, const Derived& how) {
  BaseMorph made = from;
  made.name = how.to;
  if (how.kind == Derived::cleavage_sideways) turn_sideways(made);
  if (how.kind == Derived::constant) {
    std::ranges::fill(made.positions, how.position);
    std::ranges::fill(made.normals, Vec3f(0.0f));
    std::ranges::fill(made.binormals, Vec3f(0.0f));
  }
  return made;
}

const BaseMorph* exactly(const BaseMeshDesc& mesh, const std::string& name) {
  const auto found = std::ranges::find(mesh.morphs, name, &BaseMorph::name);
  return found == mesh.morphs.end() ? nullptr : &*found;
}

}  // namespace

void add_physics_morphs(BaseMeshDesc& mesh) {
  for (const Derived& how : kDerived)
    if (const BaseMorph* from = exactly(mesh, how.from)) {
      BaseMorph made = derive(*from, how);
      mesh.morphs.push_back(std::move(made));
    }
}

const BaseMorph* find_morph(const BaseMeshDesc& mesh, const std::string& name) {
  if (const BaseMorph* found = exactly(mesh, name)) return found;
  const std::size_t driven = name.find("_Driven");
  return driven == std::string::npos ? nullptr : exactly(mesh, name.substr(0, driven));
}

}  // namespace mannequin
