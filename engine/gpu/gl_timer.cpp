#include "engine/gpu/gl_timer.h"

#include <glad/gl.h>

namespace mannequin {

GlTimer::~GlTimer() {
  if (queries_[0] != 0) glDeleteQueries(2, queries_.data());
}

void GlTimer::begin() {
  if (!trusted_) {
    trusted_ = !gl_is_software();
    if (*trusted_) glCreateQueries(GL_TIMESTAMP, 2, queries_.data());
  }
  if (*trusted_) glQueryCounter(queries_[0], GL_TIMESTAMP);
  measured_ = false;
}

void GlTimer::end() {
  if (!trusted_.value_or(false)) return;
  glQueryCounter(queries_[1], GL_TIMESTAMP);
  measured_ = true;
}

std::optional<double> GlTimer::seconds() const {
  if (!measured_) return std::nullopt;
  GLuint64 begin = 0, end = 0;
  glGetQueryObjectui64v(queries_[0], GL_QUERY_RESULT, &begin);
  glGetQueryObjectui64v(queries_[1], GL_QUERY_RESULT, &end);
  return static_cast<double>(end - begin) * 1e-9;
}

}  // namespace mannequin
