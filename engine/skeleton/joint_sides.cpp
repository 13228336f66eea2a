#include "engine/skeleton/joint_sides.h"

namespace mannequin {
namespace {

struct SideWords {
  std::string_view left, right;
  bool begins;  // only at the start of a name
};

// Bones and attachment points contain the whole word; volumes and some attachment points start with a
// letter.
constexpr SideWords kSideWords[] = {{"Left", "Right", false},
                                    {"LEFT", "RIGHT", false},
                                    {"left", "right", false},
                                    {"L_", "R_", true},
                                    {"L ", "R ", true}};

// Where a name gives its side, and the word for the other side.
struct SideMark {
  BodySide side = BodySide::middle;
  std::size_t at = 0, length = 0;
  std::string_view other;
};

SideMark mark_of(std::string_view name) {
  const auto place = [&](std::string_view word, bool begins) {
    return begins ? (name.substr(0, word.size()) == word ? std::size_t{0} : std::string_view::npos)
                  : name.find(word);
  };
  for (const SideWords& words : kSideWords) {
    if (const std::size_t at = place(words.left, words.begins); at != std::string_view::npos)
      return {BodySide::left, at, words.left.size(), words.right};
    if (const std::size_t at = place(words.right, words.begins); at != std::string_view::npos)
      return {BodySide::right, at, words.right.size(), words.left};
  }
  return {};
}

}  // namespace

BodySide side_of(std::string_view name) { return mark_of(name).side; }

std::string mirrored_name(std::string_view name) {
  const SideMark mark = mark_of(name);
  return std::string(name).replace(mark.at, mark.length, mark.other);
}

JointIndex mirrored_joint(const Skeleton& skeleton, JointIndex joint) {
  const std::string& name = skeleton[joint].name;
  return side_of(name) == BodySide::middle ? kNoJoint : skeleton.find(mirrored_name(name));
}

}  // namespace mannequin
