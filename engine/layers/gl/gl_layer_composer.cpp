#include "engine/layers/gl/gl_layer_composer.h"

#include <glad/gl.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "engine/gpu/gl_buffer.h"
#include "engine/gpu/gl_compute_state.h"
#include "engine/gpu/gl_context.h"
#include "engine/gpu/gl_program.h"
#include "engine/gpu/gl_ring.h"
#include "engine/layers/gl/layer_steps.h"

namespace mannequin {
namespace {

static_assert(layout::kLayerDispatchBinding == kGlUniformBinding &&
              layout::kLayerStepsBinding >= kGlFirstBuffer && layout::kLayerTexelsBinding <= kGlLastBuffer);

template <typename T>
Result<GlBuffer> filled(std::span<const T> values) {
  return GlBuffer::create(values.size_bytes(), values.data(), 0, "layers' steps");
}

}  // namespace

struct GlLayerComposer::Work {
  // The pictures of one run, as they are on the device.
  struct Pictures {
    std::vector<TexelPicturePtr> pictures;
    GlBuffer buffer;
  };

  // What several regions may share.
  struct Region {
    std::uint32_t size = 0;
    GlBuffer texels;
    std::vector<Pictures> pictures;  // by run
  };

  GlLayerComposerOptions options;
  GlProgram program;
  OutfitPaint last;
  std::map<std::string, std::shared_ptr<Region>, std::less<>> regions;
  ReducedPictures reduced;
  GlReadBuffer read_buffer;

  // The region's buffers, unless another region still shows what they hold.
  Result<std::shared_ptr<Region>> prepare(const SetPaint& set) {
    std::shared_ptr<Region>& region = regions[set.region];
    if (region != nullptr && region.use_count() == 1 && region->size == set.size) return region;
    auto texels =
        GlBuffer::create(std::size_t{4} * set.size * set.size, nullptr, 0, "a composite of clothing layers");
    if (!texels) return error_of(texels);
    auto made = std::make_shared<Region>();
    made->size = set.size;
    made->texels = std::move(*texels);
    if (region != nullptr && region.use_count() == 1) made->pictures = std::move(region->pictures);
    region = made;
    return made;
  }

  static Result<Pictures> upload(const std::vector<TexelPicturePtr>& pictures) {
    std::size_t bytes = 0;
    for (const TexelPicturePtr& picture : pictures) bytes += picture->texels.size();
    // Shaders read whole words.
    auto buffer = GlBuffer::create((bytes + 3) / 4 * 4, nullptr, GL_DYNAMIC_STORAGE_BIT, "layers' pictures");
    if (!buffer) return error_of(buffer);
    std::size_t at = 0;
    for (const TexelPicturePtr& picture : pictures) {
      glNamedBufferSubData(buffer->id(), static_cast<GLintptr>(at),
                           static_cast<GLsizeiptr>(picture->texels.size()), picture->texels.data());
      at += picture->texels.size();
    }
    return Pictures{pictures, std::move(*buffer)};
  }

  // On the device already if all were there before: a slider changes tables, not pictures.
  static Status provide(const LayerRun& run, Pictures& pictures) {
    if (pictures.buffer && pictures.pictures == run.pictures) return {};
    pictures = {};  // first, so that there is room
    auto uploaded = upload(run.pictures);
    if (!uploaded) return error_of(uploaded);
    pictures = std::move(*uploaded);
    return {};
  }

  Status paint(const SetPaint& set, Region& region) const {
    const auto runs = layer_runs(set, reduced, options.picture_bytes);
    if (!runs) return error_of(runs);
    if (runs->empty())
      glClearNamedBufferData(region.texels.id(), GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
    region.pictures.resize(runs->size());
    for (std::size_t r = 0; r < runs->size(); ++r) {
      const LayerRun& run = (*runs)[r];
      if (auto status = provide(run, region.pictures[r]); !status) return status;
      const layout::LayerDispatch dispatch{.size = set.size,
                                           .step_count = static_cast<layout::uint>(run.steps.size()),
                                           .flags = run.flags,
                                           .per_texel = 1.0f / static_cast<float>(set.size),
                                           .per_product = 1.0f / 65025.0f,
                                           .unused0 = 0,
                                           .unused1 = 0,
                                           .unused2 = 0};
      const auto uniforms = filled(std::span(&dispatch, 1)), steps = filled(std::span(run.steps)),
                 tables = filled(std::span(run.tables));
      for (const auto* buffer : {&uniforms, &steps, &tables})
        if (!*buffer) return error_of(*buffer);
      glBindBufferBase(GL_UNIFORM_BUFFER, layout::kLayerDispatchBinding, uniforms->id());
      glBindBufferBase(GL_SHADER_STORAGE_BUFFER, layout::kLayerStepsBinding, steps->id());
      glBindBufferBase(GL_SHADER_STORAGE_BUFFER, layout::kLayerPicturesBinding,
                       region.pictures[r].buffer.id());
      glBindBufferBase(GL_SHADER_STORAGE_BUFFER, layout::kLayerTablesBinding, tables->id());
      glBindBufferBase(GL_SHADER_STORAGE_BUFFER, layout::kLayerTexelsBinding, region.texels.id());
      glDispatchCompute(set.size / layout::kLayerGroupSide, set.size / layout::kLayerGroupSide, 1);
      glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    }
    return {};
  }

  Result<std::vector<std::string>> compose(const OutfitPaint& paint) {
    reduced = reduced_pictures(paint.sets, reduced);
    std::vector<std::string> changed;
    std::vector<std::pair<std::string, std::string>> alike;
    std::optional<GlComputeState> the_hosts_bindings;
    if (options.restore_state) the_hosts_bindings.emplace();
    glUseProgram(program.id());
    for (std::size_t i = 0; i < paint.sets.size(); ++i) {
      const SetPaint& set = paint.sets[i];
      const SetPaint* before = last.find(set.region);
      if (before != nullptr && before->draws_like(set)) continue;
      changed.push_back(set.region);
      const std::span earlier(paint.sets.data(), i);
      const auto twin =
          std::ranges::find_if(earlier, [&](const SetPaint& other) { return other.draws_like(set); });
      if (twin != earlier.end()) {
        alike.emplace_back(set.region, twin->region);
        continue;
      }
      auto region = prepare(set);
      if (!region) return error_of(region);
      if (auto status = this->paint(set, **region); !status) return error_of(status);
    }
    for (const auto& [region, twin] : alike) regions[region] = regions[twin];
    std::erase_if(regions, [&](const auto& region) { return paint.find(region.first) == nullptr; });
    last = paint;
    return changed;
  }
};

GlLayerComposer::GlLayerComposer(std::unique_ptr<Work> work) : work_(std::move(work)) {}
GlLayerComposer::~GlLayerComposer() = default;

Result<std::unique_ptr<GlLayerComposer>> GlLayerComposer::create(const GlLayerComposerOptions& options) {
  if (glGetString == nullptr || glGetString(GL_VERSION) == nullptr)
    return fail(ErrorCode::no_device, "OpenGL",
                "There is no current OpenGL context; make one current and load its functions first.");
  auto work = std::make_unique<Work>();
  auto program = GlProgram::create({"layers.comp"});
  if (!program) return error_of(program);
  work->program = std::move(*program);
  work->options = options;
  GLint64 most = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &most);
  // Planes are counted in 32 bits, one of whose values means none.
  work->options.picture_bytes =
      std::min({options.picture_bytes, static_cast<std::uint64_t>(std::max<GLint64>(most, 0)),
                std::uint64_t{std::numeric_limits<std::uint32_t>::max()}});
  return std::unique_ptr<GlLayerComposer>(new GlLayerComposer(std::move(work)));
}

Result<std::vector<std::string>> GlLayerComposer::compose(const OutfitPaint& paint) {
  auto changed = work_->compose(paint);
  if (!changed) {
    work_->regions.clear();
    work_->reduced.clear();
    work_->last = {};
  }
  return changed;
}

GlLayerComposite GlLayerComposer::composite(std::string_view region) const {
  const auto found = work_->regions.find(region);
  if (found == work_->regions.end()) return {};
  return {found->second->texels.id(), found->second->size};
}

Result<LayerComposite> GlLayerComposer::read_back(std::string_view region) {
  const GlLayerComposite painted = composite(region);
  if (painted.buffer == 0)
    return fail(ErrorCode::bad_argument, std::string(region), "is no region that was painted");
  LayerComposite read{painted.size, std::vector<std::uint8_t>(std::size_t{4} * painted.size * painted.size)};
  if (auto status = work_->read_buffer.read(painted.buffer, 0, std::as_writable_bytes(std::span(read.rgba)));
      !status)
    return error_of(status);
  return read;
}

std::string GlLayerComposer::device() const { return gl_device_name(); }

}  // namespace mannequin
