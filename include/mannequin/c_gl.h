/* Skinning in the host's own OpenGL context, 4.5 or later; results stay in GL buffers, to be drawn from
 * there.
 *
 * The context must be current on the calling thread in every call with such a skinner, its release among
 * them; where none or another is, they say MANNEQUIN_DEVICE and do nothing, as far as the names in it tell
 * these apart. These calls belong to the thread that made the skinner; on others they say
 * MANNEQUIN_WRONG_THREAD and do nothing. All other functions for skinners (c_api.h) work with it. Needs no GL
 * header and no GL library: functions come from the host's loader.
 *
 * What skinning touches it puts back: the program in use, the uniform and the shader storage buffers, both
 * the general bindings and the indexed ones. Nothing else is touched. An error that the host has left behind
 * unasked (glGetError) may be gone.
 */
#ifndef MANNEQUIN_C_GL_H
#define MANNEQUIN_C_GL_H

#include "c_api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Gives GL's functions by name, as eglGetProcAddress, glXGetProcAddress and SDL_GL_GetProcAddress do. */
typedef void (*mannequin_gl_function)(void);
typedef mannequin_gl_function (*mannequin_gl_loader)(const char* name);

/* How a skinner on GL works. */
typedef struct mannequin_gl_options {
  uint32_t struct_size;
  int32_t packed;           /* 1: directions of one word each (mannequin_result_streams), half the memory */
  mannequin_gl_loader load; /* asked during the call only; all hosts in a process have one GL */
  mannequin_log log;        /* told as long as the skinner lives */
} mannequin_gl_options;

/* In the context that is current. MANNEQUIN_DEVICE where there is none, it is older than 4.5, or it refuses
 * the shader. */
MANNEQUIN_API mannequin_status mannequin_gl_skinner_create(const mannequin_gl_options* options,
                                                           mannequin_skinner** out);

/* Where results are, and what has been done for who reads them. */
typedef struct mannequin_gl_results {
  uint32_t struct_size;
  uint32_t buffer;   /* its name in GL; the skinner owns it */
  uint32_t barriers; /* glMemoryBarrier bits that are done: attributes, storage, glGetBufferSubData. A host
                        that reads in another way (a buffer texture, a copy into a pixel buffer) adds the bit
                        of that way. */
  uint32_t reserved; /* 0 */
  mannequin_result_streams streams;
} mannequin_gl_results;

/* Where the run of instances lies that `instance` belongs to; a crowd too large for one buffer has several
 * runs. Valid until the mesh is skinned with more instances, forgotten, or the skinner released.
 * MANNEQUIN_BAD_DATA where the instance was not skinned, MANNEQUIN_UNSUPPORTED where one instance is too
 * large for one buffer. */
MANNEQUIN_API mannequin_status mannequin_gl_get_results(mannequin_skinner* skinner,
                                                        const mannequin_meshes* meshes, uint32_t mesh,
                                                        uint32_t instance, mannequin_gl_results* out);

#ifdef __cplusplus
}
#endif

#endif
