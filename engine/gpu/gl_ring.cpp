#include "engine/gpu/gl_ring.h"

#include <algorithm>
#include <cstring>

namespace mannequin {
namespace {

constexpr GLbitfield kWrite = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
constexpr GLbitfield kRead = GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;

Status wait(GLsync fence) {
  for (;;) {
    const GLenum state = glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 1'000'000'000);
    if (state == GL_ALREADY_SIGNALED || state == GL_CONDITION_SATISFIED) return {};
    if (state == GL_WAIT_FAILED)
      return fail(ErrorCode::device, "OpenGL",
                  "The device does not respond. Create a new context and skinner, or use the cpu backend.");
  }
}

std::byte* map(const GlBuffer& buffer, GLbitfield access) {
  return static_cast<std::byte*>(
      glMapNamedBufferRange(buffer.id(), 0, static_cast<GLsizeiptr>(buffer.bytes()), access));
}

tl::unexpected<Error> cannot_map(std::string_view purpose) {
  return fail(
      ErrorCode::device, "OpenGL",
      fmt::format("The driver cannot map {} for the program. Use fewer avatars at once, or the cpu backend.",
                  purpose));
}

}  // namespace

GlRing::~GlRing() {
  for (const Segment& segment : segments_)
    if (segment.fence != nullptr) glDeleteSync(segment.fence);
}

Result<std::span<std::byte>> GlRing::next(std::size_t bytes, std::string_view purpose) {
  current_ = (current_ + 1) % segments_.size();
  Segment& segment = segments_[current_];
  if (segment.fence != nullptr) {
    const Status status = wait(segment.fence);
    glDeleteSync(segment.fence);
    segment.fence = nullptr;
    if (!status) return error_of(status);
  }
  if (bytes > segment.staging.bytes()) {
    // Grows by half, so that a growing crowd does not allocate every frame.
    const std::size_t room = bytes + bytes / 2;
    auto staging = GlBuffer::create(room, nullptr, kWrite, purpose);
    if (!staging) return error_of(staging);
    auto device = GlBuffer::create(room, nullptr, 0, purpose);
    if (!device) return error_of(device);
    std::byte* const mapped = map(*staging, kWrite);
    if (mapped == nullptr) return cannot_map(purpose);
    segment.staging = std::move(*staging);
    segment.device = std::move(*device);
    segment.mapped = mapped;
  }
  segment.bytes = bytes;
  return std::span(segment.mapped, bytes);
}

GLuint GlRing::send() {
  const Segment& segment = segments_[current_];
  glCopyNamedBufferSubData(segment.staging.id(), segment.device.id(), 0, 0,
                           static_cast<GLsizeiptr>(segment.bytes));
  return segment.device.id();
}

void GlRing::used() { segments_[current_].fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0); }

Status GlReadBuffer::read(GLuint from, std::size_t offset, std::span<std::byte> out) {
  if (out.size() > buffer_.bytes()) {
    auto buffer = GlBuffer::create(out.size(), nullptr, kRead, "the readback");
    if (!buffer) return error_of(buffer);
    const std::byte* const mapped = map(*buffer, kRead);
    if (mapped == nullptr) return cannot_map("the readback");
    buffer_ = std::move(*buffer);
    mapped_ = mapped;
  }
  glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
  glCopyNamedBufferSubData(from, buffer_.id(), static_cast<GLintptr>(offset), 0,
                           static_cast<GLsizeiptr>(out.size()));
  const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  const Status status = wait(fence);
  glDeleteSync(fence);
  if (status) std::memcpy(out.data(), mapped_, out.size());
  return status;
}

}  // namespace mannequin
