// Everything for the usual workflow: definitions, a mesh, an avatar's inputs, its state, a palette, a
// skinner.
//
// Threads, unless a comment says otherwise: free functions may be called on any thread; any number of threads
// may read an object at once; a thread that changes it must have it to itself. For other conventions, such as
// units and spaces, see docs/conventions.md.
//
// OpenGL and Vulkan: <mannequin/engine/skinning/gl/gl_skinner.h>, .../vulkan/vulkan_skinner.h.
#pragma once

#include "engine/animation/clip.h"
#include "engine/animation/player.h"
#include "engine/animation/sample.h"
#include "engine/appearance/character.h"
#include "engine/appearance/shape_transition.h"
#include "engine/avatar/avatar.h"
#include "engine/avatar/avatar_batch.h"
#include "engine/avatar/system_avatar.h"
#include "engine/bounds/pick.h"
#include "engine/bounds/posed_bounds.h"
#include "engine/bounds/rigged_extents.h"
#include "engine/core/block_allocator.h"
#include "engine/core/job_system.h"
#include "engine/core/result.h"
#include "engine/io/bound_mesh.h"
#include "engine/io/clip_file.h"
#include "engine/io/definitions.h"
#include "engine/io/embedded.h"
#include "engine/io/file.h"
#include "engine/io/mesh_asset.h"
#include "engine/io/mesh_stream.h"
#include "engine/io/pose_file.h"
#include "engine/io/shape_file.h"
#include "engine/mesh/mesh.h"
#include "engine/mesh/retarget.h"
#include "engine/mesh/skin.h"
#include "engine/motion/aiming.h"
#include "engine/motion/control_avatar.h"
#include "engine/motion/hands.h"
#include "engine/motion/idle.h"
#include "engine/motion/physics.h"
#include "engine/motion/viewer_motions.h"
#include "engine/motion/walk.h"
#include "engine/skinning/cpu/cpu_skinner.h"
#include "engine/skinning/cpu/shared_mesh.h"
#include "engine/skinning/palette.h"
#include "engine/skinning/reference.h"
#include "engine/skinning/skinner.h"
