// All that the common road needs: definitions, a mesh, an avatar's inputs, its state, a palette, a skinner.
//
// Threads, unless a comment says otherwise: free functions on any; an object that is only read by any number
// at once, one that is being changed by one. Everything else that holds throughout, as units and spaces:
// docs/conventions.md.
//
// OpenGL and Vulkan: "engine/skinning/gl/gl_skinner.h", "engine/skinning/vulkan/vulkan_skinner.h".
#pragma once

#include "engine/animation/clip.h"
#include "engine/animation/player.h"
#include "engine/animation/sample.h"
#include "engine/appearance/character.h"
#include "engine/avatar/avatar.h"
#include "engine/avatar/avatar_batch.h"
#include "engine/avatar/system_avatar.h"
#include "engine/core/result.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/clip_file.h"
#include "engine/io/definitions.h"
#include "engine/io/embedded.h"
#include "engine/io/file.h"
#include "engine/io/mesh_asset.h"
#include "engine/io/pose_file.h"
#include "engine/io/shape_file.h"
#include "engine/mesh/mesh.h"
#include "engine/mesh/retarget.h"
#include "engine/mesh/skin.h"
#include "engine/skinning/cpu/cpu_skinner.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "engine/skinning/skinner.h"
