#include "engine/skinning/gl/gl_skinner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "engine/gpu/gl_context.h"
#include "engine/skinning/gl/gl_compute_state.h"
#include "engine/skinning/skin_checks.h"
#include "shaders/skin_layout.h"

namespace mannequin {
namespace {

using layout::SkinPiece;

constexpr std::size_t kResultBytes = layout::kResultFloats * sizeof(float);
static_assert(sizeof(Mat34) == sizeof(layout::PaletteMatrix), "palettes are uploaded as they are");

std::size_t aligned_up(std::size_t value, std::size_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

std::uint64_t device_limit(GLenum name) {
  GLint64 value = 0;
  glGetInteger64v(name, &value);
  return value > 0 ? static_cast<std::uint64_t>(value) : 0;
}

DispatchLimits device_limits() {
  GLint groups_x = 0, groups_y = 0;
  glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &groups_x);
  glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 1, &groups_y);
  DispatchLimits limits;
  limits.groups_x = static_cast<std::uint64_t>(std::max(groups_x, 1));
  limits.groups_y = static_cast<std::uint64_t>(std::max(groups_y, 1));
  // The shader counts floats in 32 bits; half of that range is more than any block today.
  limits.block_bytes = std::min(device_limit(GL_MAX_SHADER_STORAGE_BLOCK_SIZE), std::uint64_t{1} << 31);
  limits.alignment = std::max<std::uint64_t>(device_limit(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT), 16);
  return limits;
}

std::vector<layout::BoundVertex> device_vertices(const Mesh& mesh, const Skin& skin) {
  const Mat4 bind_from_mesh = skin.bind_shape();
  const Mat3 bind_from_mesh_normal = glm::transpose(glm::inverse(Mat3(bind_from_mesh)));
  std::vector<layout::BoundVertex> out;
  out.reserve(mesh.vertex_count());
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const Vec3f p(bind_from_mesh * Vec4(Vec3(mesh.positions()[v]), 1.0));
    // Only its direction counts in the end; unit length keeps it in range for any bind shape.
    const Vec3 normal = bind_from_mesh_normal * Vec3(mesh.normals()[v]);
    const double length = glm::length(normal);
    const Vec3f n(length > 0.0 ? normal / length : Vec3(0.0));
    const auto& joint = skin.influences()[v].joint;
    const auto& weight = skin.influences()[v].weight;
    out.push_back({.px = p.x,
                   .py = p.y,
                   .pz = p.z,
                   .nx = n.x,
                   .ny = n.y,
                   .nz = n.z,
                   .joints01 = joint[0] | static_cast<std::uint32_t>(joint[1]) << 16,
                   .joints23 = joint[2] | static_cast<std::uint32_t>(joint[3]) << 16,
                   .weights = {weight[0], weight[1], weight[2], weight[3]}});
  }
  return out;
}

}  // namespace

Result<std::unique_ptr<GlSkinner>> GlSkinner::create() {
  if (glGetString == nullptr || glGetString(GL_VERSION) == nullptr)
    return fail(ErrorCode::no_device, "OpenGL",
                "There is no current OpenGL context; make one current and load its functions first.");
  std::unique_ptr<GlSkinner> skinner(new GlSkinner());
  auto program = GlProgram::create({"skin.comp"});
  if (!program) return tl::make_unexpected(program.error());
  skinner->program_ = std::move(*program);
  skinner->device_ = gl_device_name();
  skinner->limits_ = device_limits();
  skinner->uniform_alignment_ = std::max<std::size_t>(device_limit(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT), 16);
  return skinner;
}

Result<MeshId> GlSkinner::add_mesh(const Mesh& mesh, const Skin& skin) {
  DeviceMesh made;
  made.name = mesh.name();
  made.vertex_count = static_cast<std::uint32_t>(mesh.vertex_count());
  made.palette_size = static_cast<std::uint32_t>(skin.palette_size());
  const auto vertices = device_vertices(mesh, skin);
  auto buffer = GlBuffer::create(vertices.size() * sizeof(layout::BoundVertex), vertices.data(), 0,
                                 fmt::format("the {} vertices of mesh '{}'", vertices.size(), mesh.name()));
  if (!buffer) return tl::make_unexpected(buffer.error());
  made.vertices = std::move(*buffer);
  const MeshId id = next_id_++;
  meshes_.emplace(id, std::move(made));
  return id;
}

void GlSkinner::remove_mesh(MeshId mesh) { meshes_.erase(mesh); }

Status GlSkinner::check(std::span<const SkinJob> jobs) const {
  for (const auto& job : jobs) {
    const auto found = meshes_.find(job.mesh);
    if (found == meshes_.end()) return unknown_mesh(job.mesh);
    if (auto status = check_job(job, found->second.palette_size, 0); !status) return status;
  }
  return check_distinct(jobs);
}

// Everything that can run out of memory, before anything is changed.
Status GlSkinner::make_room(std::span<const SkinJob> jobs) {
  std::size_t palette_bytes = 0;
  for (const auto& job : jobs) {
    auto& mesh = meshes_.at(job.mesh);
    palette_bytes = aligned_up(palette_bytes, limits_.alignment) + job.palettes.size_bytes();
    const std::size_t bytes = std::size_t{job.instances} * mesh.vertex_count * kResultBytes;
    if (mesh.results && bytes <= mesh.results.bytes()) continue;
    auto results = GlBuffer::create(bytes, nullptr, 0,
                                    fmt::format("{} skinned instances of mesh '{}' ({} vertices)",
                                                job.instances, mesh.name, mesh.vertex_count));
    if (!results) return tl::make_unexpected(results.error());
    mesh.results = std::move(*results);
    mesh.instances = 0;
  }
  if (palette_bytes > palettes_.bytes()) {
    // Half as much again, so that a crowd that grows does not allocate every frame.
    auto palettes =
        GlBuffer::create(palette_bytes + palette_bytes / 2, nullptr, GL_DYNAMIC_STORAGE_BIT, "the palettes");
    if (!palettes) return tl::make_unexpected(palettes.error());
    palettes_ = std::move(*palettes);
  }
  return {};
}

Result<std::vector<GlSkinner::Dispatch>> GlSkinner::plan(std::span<const SkinJob> jobs) const {
  std::vector<Dispatch> dispatches;
  std::size_t palette_offset = 0;
  for (const auto& job : jobs) {
    const auto& mesh = meshes_.at(job.mesh);
    palette_offset = aligned_up(palette_offset, limits_.alignment);
    const auto pieces = plan_dispatches(mesh.vertex_count, mesh.palette_size, job.instances, limits_);
    if (pieces.empty() && job.instances > 0 && mesh.vertex_count > 0)
      return fail(
          ErrorCode::device, fmt::format("mesh '{}'", mesh.name),
          fmt::format("Its palette of {} matrices is larger than this device lets a shader see at once "
                      "({} bytes). Use the cpu backend.",
                      mesh.palette_size, limits_.block_bytes));
    for (const auto& piece : pieces)
      dispatches.push_back(
          {&mesh, piece,
           palette_offset + std::size_t{piece.first_instance} * mesh.palette_size * sizeof(Mat34),
           (std::size_t{piece.first_instance} * mesh.vertex_count + piece.first_vertex) * kResultBytes,
           dispatches.size() * aligned_up(sizeof(SkinPiece), uniform_alignment_)});
    palette_offset += job.palettes.size_bytes();
  }
  return dispatches;
}

Status GlSkinner::upload(std::span<const SkinJob> jobs, std::span<const Dispatch> dispatches) {
  glInvalidateBufferData(palettes_.id());  // the driver may still be reading the last frame's
  std::size_t offset = 0;
  for (const auto& job : jobs) {
    offset = aligned_up(offset, limits_.alignment);
    if (!job.palettes.empty())
      glNamedBufferSubData(palettes_.id(), static_cast<GLintptr>(offset),
                           static_cast<GLsizeiptr>(job.palettes.size_bytes()), job.palettes.data());
    offset += job.palettes.size_bytes();
  }

  const std::size_t stride = aligned_up(sizeof(SkinPiece), uniform_alignment_);
  std::vector<std::byte> blocks(dispatches.size() * stride);
  for (const auto& dispatch : dispatches) {
    const auto past_alignment = [this](std::size_t bytes, std::size_t unit) {
      return static_cast<std::uint32_t>(bytes % limits_.alignment / unit);
    };
    const SkinPiece piece{.vertex_count = dispatch.piece.vertex_count,
                          .instance_count = dispatch.piece.instance_count,
                          .palette_begin = past_alignment(dispatch.palette_offset, sizeof(Vec4f)),
                          .palette_stride = dispatch.mesh->palette_size * layout::kPaletteRows,
                          .result_begin = past_alignment(dispatch.result_offset, sizeof(float)),
                          .result_stride = dispatch.mesh->vertex_count * layout::kResultFloats,
                          .unused0 = 0,
                          .unused1 = 0};
    std::memcpy(blocks.data() + dispatch.block_offset, &piece, sizeof piece);
  }
  if (blocks.size() > blocks_.bytes()) {
    auto buffer = GlBuffer::create(blocks.size() * 2, nullptr, GL_DYNAMIC_STORAGE_BIT, "the skinning jobs");
    if (!buffer) return tl::make_unexpected(buffer.error());
    blocks_ = std::move(*buffer);
  }
  glInvalidateBufferData(blocks_.id());
  glNamedBufferSubData(blocks_.id(), 0, static_cast<GLsizeiptr>(blocks.size()), blocks.data());
  return {};
}

void GlSkinner::run(std::span<const Dispatch> dispatches) const {
  const GlComputeState keep_the_hosts_bindings;
  // Binds the range from the aligned place at or before `begin`; the shader skips the rest by its own counts.
  const auto bind = [this](GLuint binding, const GlBuffer& buffer, std::size_t begin, std::size_t bytes) {
    const std::size_t aligned = begin / limits_.alignment * limits_.alignment;
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, buffer.id(), static_cast<GLintptr>(aligned),
                      static_cast<GLsizeiptr>(begin - aligned + bytes));
  };
  glUseProgram(program_.id());
  for (const auto& dispatch : dispatches) {
    const auto& [mesh, piece, palette_offset, result_offset, block_offset] = dispatch;
    bind(layout::kSkinVertexBinding, mesh->vertices, piece.first_vertex * sizeof(layout::BoundVertex),
         piece.vertex_count * sizeof(layout::BoundVertex));
    bind(layout::kSkinPaletteBinding, palettes_, palette_offset,
         std::size_t{piece.instance_count} * mesh->palette_size * sizeof(Mat34));
    bind(layout::kSkinResultBinding, mesh->results, result_offset,
         (std::size_t{piece.instance_count - 1} * mesh->vertex_count + piece.vertex_count) * kResultBytes);
    glBindBufferRange(GL_UNIFORM_BUFFER, layout::kSkinPieceBinding, blocks_.id(),
                      static_cast<GLintptr>(block_offset), sizeof(SkinPiece));
    glDispatchCompute((piece.vertex_count + layout::kSkinGroupSize - 1) / layout::kSkinGroupSize,
                      piece.instance_count, 1);
  }
  glMemoryBarrier(GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT |
                  GL_BUFFER_UPDATE_BARRIER_BIT);
}

Status GlSkinner::skin(std::span<const SkinJob> jobs) {
  if (auto status = check(jobs); !status) return status;
  if (auto status = make_room(jobs); !status) return status;
  const auto dispatches = plan(jobs);
  if (!dispatches) return tl::make_unexpected(dispatches.error());
  if (!dispatches->empty()) {
    if (auto status = upload(jobs, *dispatches); !status) return status;
    run(*dispatches);
  }
  for (const auto& job : jobs) meshes_.at(job.mesh).instances = job.instances;
  return {};
}

Status GlSkinner::read_back(MeshId mesh, std::uint32_t instance, std::span<SkinnedVertex> out) {
  const auto found = meshes_.find(mesh);
  if (found == meshes_.end()) return unknown_mesh(mesh);
  const auto& device_mesh = found->second;
  if (auto status = check_read_back(device_mesh.vertex_count, device_mesh.instances, instance, out.size());
      !status)
    return status;
  std::vector<float> floats(out.size() * layout::kResultFloats);
  const std::size_t bytes = floats.size() * sizeof(float);
  glGetNamedBufferSubData(device_mesh.results.id(), static_cast<GLintptr>(instance * bytes),
                          static_cast<GLsizeiptr>(bytes), floats.data());
  for (std::size_t v = 0; v < out.size(); ++v) {
    const float* at = floats.data() + v * layout::kResultFloats;
    out[v] = {{at[0], at[1], at[2]}, {at[3], at[4], at[5]}};
  }
  return {};
}

Status GlSkinner::finish() {
  glFinish();
  return {};
}

Result<MeshBytes> GlSkinner::bytes(MeshId mesh) const {
  const auto found = meshes_.find(mesh);
  if (found == meshes_.end()) return unknown_mesh(mesh);
  const auto& device_mesh = found->second;
  return MeshBytes{device_mesh.vertices.bytes(),
                   device_mesh.vertex_count * kResultBytes + device_mesh.palette_size * sizeof(Mat34)};
}

Result<GlResults> GlSkinner::results(MeshId mesh) const {
  const auto found = meshes_.find(mesh);
  if (found == meshes_.end()) return unknown_mesh(mesh);
  return GlResults{.buffer = found->second.results.id(),
                   .offset = 0,
                   .stride = static_cast<GLsizei>(kResultBytes),
                   .vertex_count = found->second.vertex_count,
                   .instances = found->second.instances};
}

}  // namespace mannequin
