// A .bvh and a .anim small enough to read.
#pragma once

#include <string>

#include "engine/io/anim_file.h"
#include "tests/animation/clip_case.h"

namespace mannequin::test {

inline std::string small_bvh() {
  return "HIERARCHY\nROOT hip\n{\n\tOFFSET 0 0 0\n"
         "\tCHANNELS 6 Xposition Yposition Zposition Xrotation Zrotation Yrotation\n"
         "\tJOINT chest\n\t{\n\t\tOFFSET 0 10 0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
         "\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 10 0\n\t\t}\n\t}\n}\n"
         "MOTION\nFrames: 4\nFrame Time: 0.5\n"
         "0 40 0 0 0 0 0 0 0\n0 40 0 0 0 0 0 0 0\n0 50 0 0 0 0 30 0 0\n0 40 10 0 0 90 0 45 0\n";
}

inline io::AnimFile small_anim() {
  io::AnimFile file;
  file.source = "small.anim";
  file.priority = 3;
  file.duration = 2.0f;
  file.loop = 77;  // any number but 0
  file.loop_out = 2.0f;
  file.ease_in = 0.25f;
  file.hand_pose = 1;
  file.tracks.resize(2);
  file.tracks[0].joint = "chest";
  file.tracks[0].rotations = {{65535, {32767, 32768, 40000}}, {0, {1, 2, 3}}};
  file.tracks[1].joint = "mFaceJaw";
  file.tracks[1].priority = 5;
  file.tracks[1].positions = {{0, {32767, 32768, 65535}}};
  file.constraint_count = 1;
  io::AnimConstraint constraint;
  constraint.source = {'C', 'H', 'E', 'S', 'T', '\0', 'x', 'y'};  // with rubbish behind the name
  constraint.target = {'G', 'R', 'O', 'U', 'N', 'D'};
  constraint.ease = {0.0f, 0.5f, 1.0f, 2.0f};
  file.constraints.push_back(constraint);
  file.trailing = {std::byte{1}, std::byte{2}};
  return file;
}

inline io::AnimFile small_old_anim() {
  io::AnimFile file = small_anim();
  file.old_form = true;
  for (io::AnimTrack& track : file.tracks) {
    track.rotations.clear();
    track.positions.clear();
    track.old_rotations = {{0.0f, {0.0f, 0.0f, 0.0f}}, {1.0f, {90.0f, 0.0f, 0.0f}}};
    track.old_positions = {{0.5f, {1.0f, -9.0f, 0.0f}}};
  }
  return file;
}

}  // namespace mannequin::test
