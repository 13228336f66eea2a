#define GL_GLEXT_PROTOTYPES
#include "drawing.h"

#include <GL/gl.h>
#include <GL/glext.h>

#include <algorithm>
#include <cstddef>
#include <glm/gtc/type_ptr.hpp>
#include <stdexcept>

#include "../view.h"

namespace {

constexpr const char* kVertexShader = R"(#version 450
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in uvec4 joints;
layout(location = 3) in vec4 weights;
layout(location = 0) uniform mat4 clip_from_world;
layout(location = 1) uniform int palette_size;
layout(binding = 0, std430) readonly buffer Palettes { vec4 rows[]; };  // three rows per matrix
layout(location = 0) out vec3 world_normal;
layout(location = 1) flat out int avatar;

void main() {
  vec4 x = vec4(0), y = vec4(0), z = vec4(0);
  for (int k = 0; k < 4; ++k) {
    uint row = 3 * (uint(gl_InstanceID * palette_size) + joints[k]);
    x += weights[k] * rows[row];
    y += weights[k] * rows[row + 1];
    z += weights[k] * rows[row + 2];
  }
  vec4 p = vec4(position, 1), n = vec4(normal, 0);
  world_normal = vec3(dot(x, n), dot(y, n), dot(z, n));
  gl_Position = clip_from_world * vec4(dot(x, p), dot(y, p), dot(z, p), 1);
  avatar = gl_InstanceID;
}
)";

constexpr const char* kFragmentShader = R"(#version 450
layout(location = 0) in vec3 world_normal;
layout(location = 1) flat in int avatar;
layout(location = 0) out vec4 color;

void main() {
  float turn = 2.4 * avatar;
  vec3 own = vec3(0.62) + 0.22 * vec3(cos(turn), cos(turn - 2.1), cos(turn + 2.1));
  vec3 n = normalize(world_normal);
  color = vec4(own * (0.35 + 0.65 * max(0.0, dot(n, normalize(vec3(1.0, 0.6, 1.2))))), 1);
}
)";

unsigned compile(GLenum kind, const char* text) {
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  if (good) return shader;
  char log[1000];
  glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  throw std::runtime_error(log);
}

template <typename Items>
unsigned buffer_of(const Items& items) {
  GLuint buffer = 0;
  glCreateBuffers(1, &buffer);
  glNamedBufferStorage(buffer, static_cast<GLsizeiptr>(items.size() * sizeof items[0]), items.data(), 0);
  return buffer;
}

}  // namespace

Drawing::Drawing(const Crowd& crowd)
    : palette_size_(static_cast<int>(crowd.palette_size())),
      index_count_(static_cast<int>(crowd.indices().size())) {
  program_ = glCreateProgram();
  glAttachShader(program_, compile(GL_VERTEX_SHADER, kVertexShader));
  glAttachShader(program_, compile(GL_FRAGMENT_SHADER, kFragmentShader));
  glLinkProgram(program_);

  glCreateVertexArrays(1, &array_);
  glVertexArrayVertexBuffer(array_, 0, buffer_of(crowd.vertices()), 0, sizeof(BoundVertex));
  glVertexArrayElementBuffer(array_, buffer_of(crowd.indices()));
  glVertexArrayAttribFormat(array_, 0, 3, GL_FLOAT, GL_FALSE, offsetof(BoundVertex, position));
  glVertexArrayAttribFormat(array_, 1, 3, GL_FLOAT, GL_FALSE, offsetof(BoundVertex, normal));
  glVertexArrayAttribIFormat(array_, 2, 4, GL_UNSIGNED_SHORT, offsetof(BoundVertex, joints));
  glVertexArrayAttribFormat(array_, 3, 4, GL_FLOAT, GL_FALSE, offsetof(BoundVertex, weights));
  for (GLuint attribute = 0; attribute < 4; ++attribute) {
    glVertexArrayAttribBinding(array_, attribute, 0);
    glEnableVertexArrayAttrib(array_, attribute);
  }

  glCreateBuffers(1, &palettes_);
  palette_bytes_ = crowd.palettes().size_bytes();
  glNamedBufferStorage(palettes_, static_cast<GLsizeiptr>(palette_bytes_), nullptr, GL_DYNAMIC_STORAGE_BIT);
}

void Drawing::frame(std::span<const mannequin::Mat34> palettes, int avatars, int width, int height) {
  glNamedBufferSubData(palettes_, 0, static_cast<GLsizeiptr>(palette_bytes_), palettes.data());
  glViewport(0, 0, width, height);
  glClearColor(0.16f, 0.17f, 0.19f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  glEnable(GL_DEPTH_TEST);
  glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
  glUseProgram(program_);
  const float aspect = static_cast<float>(width) / static_cast<float>(height);
  glUniformMatrix4fv(0, 1, GL_FALSE, glm::value_ptr(clip_from_world(avatars, aspect, true)));
  glUniform1i(1, palette_size_);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, palettes_);
  glBindVertexArray(array_);
  glDrawElementsInstanced(GL_TRIANGLES, index_count_, GL_UNSIGNED_INT, nullptr, avatars);
}

std::vector<unsigned char> Drawing::read_pixels(int width, int height) {
  const std::size_t row = static_cast<std::size_t>(width) * 4;
  std::vector<unsigned char> pixels(row * static_cast<std::size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  for (int y = 0; y < height / 2; ++y)
    std::swap_ranges(pixels.begin() + static_cast<std::ptrdiff_t>(row) * y,
                     pixels.begin() + static_cast<std::ptrdiff_t>(row) * (y + 1),
                     pixels.end() - static_cast<std::ptrdiff_t>(row) * (y + 1));
  return pixels;
}
