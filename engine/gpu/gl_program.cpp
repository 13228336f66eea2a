#include "engine/gpu/gl_program.h"

#include <fmt/format.h>

#include <string>

#include "engine/gpu/embedded_shader.h"

namespace mannequin {
namespace {

GLenum stage_of(std::string_view file_name) {
  if (file_name.ends_with(".comp")) return GL_COMPUTE_SHADER;
  if (file_name.ends_with(".vert")) return GL_VERTEX_SHADER;
  return GL_FRAGMENT_SHADER;
}

std::string shader_log(GLuint shader) {
  GLint length = 0;
  glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length), '\0');
  if (length > 0) glGetShaderInfoLog(shader, length, &length, log.data());
  return log;
}

std::string program_log(GLuint program) {
  GLint length = 0;
  glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(length), '\0');
  if (length > 0) glGetProgramInfoLog(program, length, &length, log.data());
  return log;
}

tl::unexpected<Error> refused(std::string_view name, const std::string& log) {
  return fail(ErrorCode::device, fmt::format("shader '{}'", name),
              fmt::format("The OpenGL driver rejects it: {} Try a newer driver, or the cpu backend.", log));
}

Status attach(GLuint program, std::string_view name) {
  const auto bytes = embedded_shader(name);
  if (bytes.empty())
    return fail(ErrorCode::device, fmt::format("shader '{}'", name),
                "It is not part of this program; rebuild it.");
  const auto text = reinterpret_cast<const GLchar*>(bytes.data());
  const auto length = static_cast<GLint>(bytes.size());
  const GLuint shader = glCreateShader(stage_of(name));
  if (shader == 0) return refused(name, "It has no shaders of this kind.");
  glShaderSource(shader, 1, &text, &length);
  glCompileShader(shader);
  GLint good = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  const std::string log = good == GL_TRUE ? std::string() : shader_log(shader);
  glAttachShader(program, shader);
  glDeleteShader(shader);  // deleted with the program
  if (good != GL_TRUE) return refused(name, log);
  return {};
}

}  // namespace

Result<GlProgram> GlProgram::create(std::initializer_list<std::string_view> file_names) {
  GlProgram program;
  program.id_ = glCreateProgram();
  for (const auto name : file_names)
    if (auto status = attach(program.id_, name); !status) return error_of(status);
  glLinkProgram(program.id_);
  GLint good = GL_FALSE;
  glGetProgramiv(program.id_, GL_LINK_STATUS, &good);
  if (good != GL_TRUE) return refused(*file_names.begin(), program_log(program.id_));
  return program;
}

}  // namespace mannequin
