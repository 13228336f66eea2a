// What the preview window is opened with, or the picture that is written instead of it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/avatar/system_avatar.h"
#include "engine/core/result.h"
#include "engine/io/bound_mesh.h"
#include "engine/mesh/importer_profile.h"
#include "engine/skinning/skinner.h"

namespace mannequin {

struct PreviewOptions {
  // Bound meshes, shapes, poses, clips and documents, as they could be dropped on the window; told apart by
  // their content. On a document nothing else is put, and `inputs` change what it says. Without a body among
  // them the system avatar is shown where there is one, else the built-in body is worn, with an outfit if
  // nothing else is.
  std::vector<std::filesystem::path> files;
  std::vector<std::string> outfit;  // of io::builtin_garments(), on the built-in body
  // Worn from the start, bound to the character's own skeleton: a mesh that is no file of its own.
  std::optional<io::BoundMeshFile> rigged;
  bool joint_positions = false;                // whether the meshes' joint positions count as joint offsets
  ImporterProfile importer = kViewerImporter;  // of the files, as far as they are glTF
  AvatarInputs inputs;                         // sliders, pose; `worn`: joint offsets worn without a mesh
  // The same with what has to be read from files; the window calls it on another thread when it shows. Empty:
  // `inputs` is all.
  std::function<Result<AvatarInputs>()> read_inputs;
  // .anim or .bvh that plays; a screenshot shows one moment of it. The window takes a pose, too.
  std::filesystem::path clip;
  double clip_seconds = 0.0;  // since its start

  // Makes the avatar's own body, after read_inputs, on the same thread; empty: there is none.
  std::function<Result<SystemAvatar>()> system_avatar;
  bool hair = true, skirt = false;  // whether these parts of it are visible at first

  std::filesystem::path screenshot;  // .png: draw once into it, without a display; empty: open the window
  int width = 1280, height = 800;    // pixels of the screenshot; first size of the window
  std::string view;                  // empty: as a document says, else three-quarter
  // Where recent files and the unsaved shape are kept; empty: nowhere.
  std::filesystem::path settings_folder;
  // screenshot: how many pictures around the avatar, or along the slider `sweep` (0: none); `screenshot` then
  // names them all, numbered. 1: one picture.
  int pictures = 1;
  int sweep = 0;
  bool transparent = false;  // screenshot: the avatar alone, without workspace and floor
  std::function<void(int done, int of)> progress;  // after each of several pictures; empty: nobody is told
  // Begin with the size that the window had when it was closed, if that is known.
  bool last_size = false;
  std::string theme;            // dark, light or contrast; empty: as it was left
  int interface_size = 0;       // per cent, 75 to 250; 0: as it was left
  bool panels = false;          // screenshot: with the panels, as the window looks
  bool joints = false;          // begin with the joints shown
  std::string tab = "sliders";  // of the right column, to begin with: also joints, weights, skeleton, pose,
                                // compare, engine
  // Makes a skinner other than the window's own OpenGL one: reference, cpu, vulkan; empty: there is none.
  std::function<Result<std::shared_ptr<Skinner>>(const std::string& backend)> open_skinner;
  // What skins at first; empty: gl, or cpu where the processor is what OpenGL computes on.
  std::string backend;
  std::string colors = "solid";  // what the colours tell at first: one of preview_color_names()
  std::string joint;             // selected at first, if not empty
  int slider = 0;                // id; shown and unfolded at first, if not 0
};

}  // namespace mannequin
