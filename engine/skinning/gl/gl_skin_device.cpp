#include "engine/skinning/gl/gl_skin_device.h"

#include <algorithm>
#include <optional>

#include "engine/gpu/gl_compute_state.h"
#include "engine/gpu/gl_context.h"
#include "engine/skinning/gl/gl_skinner.h"
#include "shaders/skin_layout.h"

namespace mannequin {
namespace {

static_assert(layout::kSkinDispatchBinding == kGlUniformBinding &&
              layout::kSkinMeshBinding >= kGlFirstBuffer && layout::kSkinResultBinding <= kGlLastBuffer);

std::uint64_t device_limit(GLenum name) {
  GLint64 value = 0;
  glGetInteger64v(name, &value);
  return value > 0 ? static_cast<std::uint64_t>(value) : 0;
}

DeviceLimits device_limits() {
  GLint groups_x = 0, groups_y = 0;
  glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &groups_x);
  glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 1, &groups_y);
  const std::uint64_t range = device_limit(GL_MAX_SHADER_STORAGE_BLOCK_SIZE);
  DeviceLimits of_device;
  of_device.page_bytes = range;
  of_device.call_bytes = range;
  of_device.groups_x = static_cast<std::uint32_t>(std::max(groups_x, 1));
  of_device.groups_y = static_cast<std::uint32_t>(std::max(groups_y, 1));
  of_device.uniform_alignment = static_cast<std::uint32_t>(device_limit(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT));
  if (const auto memory = gl_memory_bytes()) of_device.total_bytes = *memory;
  return stricter(of_device, DeviceLimits{});
}

}  // namespace

Result<std::unique_ptr<GlSkinDevice>> GlSkinDevice::create(bool restore_state) {
  if (glGetString == nullptr || glGetString(GL_VERSION) == nullptr)
    return fail(ErrorCode::no_device, "OpenGL",
                "There is no current OpenGL context; make one current and load its functions first.");
  std::unique_ptr<GlSkinDevice> device(new GlSkinDevice());
  device->restore_state_ = restore_state;
  auto program = GlProgram::create({kSkinShader});
  if (!program) return error_of(program);
  device->program_ = std::move(*program);
  device->name_ = gl_device_name();
  device->limits_ = device_limits();
  return device;
}

Result<DeviceBuffer> GlSkinDevice::allocate(std::size_t bytes, std::string_view purpose) {
  auto buffer = GlBuffer::create(bytes, nullptr, 0, purpose);
  if (!buffer) return error_of(buffer);
  const DeviceBuffer id = buffer->id();
  buffers_.emplace(id, std::move(*buffer));
  return id;
}

Status GlSkinDevice::write(DeviceBuffer buffer, std::size_t offset, std::span<const std::byte> bytes) {
  const auto staging = GlBuffer::create(bytes.size(), bytes.data(), 0, "vertices being uploaded");
  if (!staging) return error_of(staging);
  glCopyNamedBufferSubData(staging->id(), buffer, 0, static_cast<GLintptr>(offset),
                           static_cast<GLsizeiptr>(bytes.size()));
  return {};
}

Status GlSkinDevice::read(DeviceBuffer buffer, std::size_t offset, std::span<std::byte> out) {
  return read_buffer_.read(buffer, offset, out);
}

Result<std::span<std::byte>> GlSkinDevice::begin_batch(std::size_t bytes, bool first) {
  first_batch_ = first;
  batch_bytes_ = static_cast<GLsizeiptr>(bytes);
  return ring_.next(bytes, "the palettes");
}

Status GlSkinDevice::run(std::span<const DeviceDispatch> dispatches) {
  std::optional<GlComputeState> the_hosts_bindings;
  if (restore_state_) the_hosts_bindings.emplace();
  if (first_batch_) timer_.begin();
  const GLuint call = ring_.send();
  glUseProgram(program_.id());
  glBindBufferRange(GL_SHADER_STORAGE_BUFFER, layout::kSkinPaletteBinding, call, 0, batch_bytes_);
  glBindBufferRange(GL_SHADER_STORAGE_BUFFER, layout::kSkinCallBinding, call, 0, batch_bytes_);
  for (const DeviceDispatch& dispatch : dispatches) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, layout::kSkinMeshBinding, dispatch.mesh);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, layout::kSkinResultBinding, dispatch.result);
    glBindBufferRange(GL_UNIFORM_BUFFER, layout::kSkinDispatchBinding, call,
                      static_cast<GLintptr>(dispatch.uniforms), sizeof(layout::SkinDispatch));
    glDispatchCompute(dispatch.groups_x, dispatch.groups_y, 1);
  }
  static_assert(kGlResultBarriers == (GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT |
                                      GL_BUFFER_UPDATE_BARRIER_BIT));
  glMemoryBarrier(kGlResultBarriers);
  ring_.used();
  timer_.end();
  return {};
}

Status GlSkinDevice::finish() {
  glFinish();
  return {};
}

}  // namespace mannequin
