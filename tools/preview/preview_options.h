// The options of the preview window, or of a picture written instead.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/avatar/avatar.h"
#include "engine/avatar/system_avatar.h"
#include "engine/core/result.h"
#include "engine/io/bound_mesh.h"
#include "engine/layers/layer_sets.h"
#include "engine/mesh/base_mesh.h"
#include "engine/mesh/importer_profile.h"
#include "engine/skinning/skinner.h"

namespace mannequin {

struct PreviewOptions {
  // Bound meshes, shapes, poses, clips and documents, as they could be dropped on
  // the window; detected by content. With a document, no stand-ins are put on, and
  // `inputs` override it. Without a body among them, shows the system avatar if
  // there is one, else the built-in body, with an outfit if nothing else is worn.
  std::vector<std::filesystem::path> files;
  // Rigid objects on attachment points: the point's name, the file. Opened after `files`.
  std::vector<std::pair<std::string, std::filesystem::path>> attached;
  std::vector<std::string> outfit;  // of io::builtin_garments(), on the built-in body
  bool outfit_asked_for = false;    // worn with other clothes, too
  // Worn from the start, bound to the character's own skeleton: a mesh without a file.
  std::optional<io::BoundMeshFile> rigged;
  bool joint_positions = false;                // whether the meshes' joint positions apply as joint offsets
  ImporterProfile importer = kViewerImporter;  // of glTF files
  AvatarInputs inputs;                         // sliders, pose; `worn`: joint offsets worn without a mesh
  // The shape's file whose sliders `inputs` has, maybe changed by other options; empty: none.
  std::filesystem::path shape;
  // `inputs` with what must be read from files; the window calls it on another thread once it is shown.
  // Empty: `inputs` is complete.
  std::function<Result<AvatarInputs>()> read_inputs;
  // Skin, hair, eyes and clothing that is painted on the avatar, whose sliders `inputs` has: outfit files,
  // read on another thread by the window. And what they are painted with; empty: the built-in layers.
  std::vector<std::filesystem::path> clothing;
  std::function<Result<LayerSets>()> layer_sets;
  // Whose morphs they mask, with masks of so many texels a side; empty: of nothing.
  std::function<Result<std::map<std::string, BaseMeshDesc>>()> system_meshes;
  std::uint32_t mask_size = 2048;
  // .anim or .bvh that plays; a screenshot shows one moment of it. The window takes a pose, too.
  std::filesystem::path clip;
  double clip_seconds = 0.0;  // since its start

  // Makes the avatar's own body, after read_inputs, on the same thread; empty: none.
  std::function<Result<SystemAvatar>()> system_avatar;
  bool hair = true, skirt = false;  // whether these parts of it are initially visible

  // .png: draw into it, without a display; empty: open the window. Several pictures may be a film (.webp,
  // .mp4).
  std::filesystem::path screenshot;
  int width = 1280, height = 800;  // pixels of the screenshot; first size of the window
  std::string view;                // empty: the document's, else three-quarter
  // Where to store recent files and the unsaved shape; empty: nowhere.
  std::filesystem::path settings_folder;
  std::filesystem::path language;  // a translation of the window's texts; empty: as the system is set
  // screenshot: how many pictures around the avatar, or along the slider `sweep` (0: none); `screenshot` is
  // then their numbered name. 1: one picture.
  int pictures = 1;
  int sweep = 0;
  // screenshot: pictures of the clip from beginning to end; their number 0: as many as per_second needs.
  bool play = false;
  double per_second = 0.0;   // of a film; 0: as the window proposes, or the clip's own speed
  bool transparent = false;  // screenshot: only the avatar, without workspace and floor
  bool legend = true;        // several or transparent pictures: with the legend of `colors`
  // screenshot: the test people on one sheet, each of so many pixels, with the shapes of a folder as further
  // people; width 0: as wide as everybody needs.
  bool people = false;
  int person_width = 0, person_height = 480;
  std::filesystem::path people_folder;             // empty: none
  std::function<void(int done, int of)> progress;  // called after each of several pictures; may be empty
  // Start with the window's size when it was last closed, if known.
  bool last_size = false;
  std::string theme;       // dark, light or contrast; empty: as last used
  int interface_size = 0;  // per cent, 75 to 250; 0: as last used
  bool panels = false;     // screenshot: with the panels, like the window
  bool joints = false;     // initially show the joints
  std::string tab;         // initial tab of the right column: sliders, joints, weights, skeleton, pose,
                           // compare, engine; empty: as last used
  // Makes a skinner other than the window's own OpenGL one: reference, cpu, vulkan; empty: none.
  std::function<Result<std::shared_ptr<Skinner>>(const std::string& backend)> open_skinner;
  // The initial skinner; empty: gl, or cpu if OpenGL runs on the processor.
  std::string backend;
  std::string colors = "solid";  // initial colours: one of preview_color_names()
  std::string joint;             // initially selected, if not empty
  int slider = 0;                // id; initially shown and unfolded, if not 0
};

}  // namespace mannequin
