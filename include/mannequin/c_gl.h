/* Skinning in the host's own OpenGL context, 4.5 or later; results stay in GL buffers, to be drawn in place.
 *
 * The context must be current on the calling thread in every call with such a skinner, including its release;
 * otherwise the call does nothing and returns MANNEQUIN_DEVICE, if it can tell the other context by its
 * object names. Only the thread that created the skinner may make these calls; on others they do nothing and
 * return MANNEQUIN_WRONG_THREAD. All other functions for skinners (c_api.h) work with it. Needs no GL header
 * and no GL library: functions come from the host's loader.
 *
 * Skinning restores the state it changes: the current program, the uniform and shader storage buffer
 * bindings, both generic and indexed. It changes nothing else, but may clear a pending error of the host
 * (glGetError).
 */
#ifndef MANNEQUIN_C_GL_H
#define MANNEQUIN_C_GL_H

#include "c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns GL functions by name, like eglGetProcAddress, glXGetProcAddress and SDL_GL_GetProcAddress. */
typedef void (*mannequin_gl_function)(void);
typedef mannequin_gl_function (*mannequin_gl_loader)(const char* name);

/* How a skinner on GL works. */
typedef struct mannequin_gl_options {
  uint32_t struct_size;
  int32_t packed;           /* 1: one word per direction (mannequin_result_streams), half the memory */
  mannequin_gl_loader load; /* called only during creation; all hosts in a process share one GL */
  mannequin_log log;        /* used for the skinner's lifetime */
  int32_t leave_state;      /* 1: skinning restores no state, for hosts that set their own before they draw;
                               querying it costs 18 calls per batch */
  int32_t reserved;         /* 0 */
} mannequin_gl_options;

/* In the current context. MANNEQUIN_DEVICE if there is none, it is older than 4.5, or it rejects the
 * shader. */
MANNEQUIN_API mannequin_status mannequin_gl_skinner_create(const mannequin_gl_options* options,
                                                           mannequin_skinner** out);

/* The location of results, and the barriers already issued for readers. */
typedef struct mannequin_gl_results {
  uint32_t struct_size;
  uint32_t buffer;   /* its GL name; owned by the skinner */
  uint32_t barriers; /* glMemoryBarrier bits already issued: attributes, storage, glGetBufferSubData. For
                        other reads (a buffer texture, a copy into a pixel buffer) the host issues its own. */
  uint32_t reserved; /* 0 */
  mannequin_result_streams streams;
} mannequin_gl_results;

/* The run of consecutive instances that contains `instance`; a crowd too large for one buffer has several
 * runs. Valid until the mesh is skinned with more instances, forgotten, or the skinner released.
 * MANNEQUIN_BAD_DATA if the instance was not skinned, MANNEQUIN_UNSUPPORTED if one instance exceeds a
 * buffer. */
MANNEQUIN_API mannequin_status mannequin_gl_get_results(mannequin_skinner* skinner,
                                                        const mannequin_meshes* meshes, uint32_t mesh,
                                                        uint32_t instance, mannequin_gl_results* out);

#ifdef __cplusplus
}
#endif

#endif
