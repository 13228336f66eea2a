// A host in C lends its OpenGL context.
#include <dlfcn.h>
#include <glad/gl.h>

#include <array>
#include <thread>

#include "mannequin/c_gl.h"
#include "tests/c_api/c_api_case.h"
#include "tests/gpu/gl_context_fixture.h"

namespace mannequin::test {
namespace {

mannequin_gl_function load(const char* name) {
  static const auto get = reinterpret_cast<mannequin_gl_loader>(
      dlsym(dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL), "eglGetProcAddress"));
  return get(name);
}

class CApiGl : public CApiTest {
 protected:
  void SetUp() override {
    CApiTest::SetUp();
    auto context = GlContext::create_headless();
    if (!context) GTEST_SKIP() << "no OpenGL 4.5 device: " << context.error().message();
    context_.emplace(std::move(*context));
    log_.emplace();
    gl_ = make(0);
  }
  void TearDown() override {
    mannequin_skinner_release(gl_);
    CApiTest::TearDown();
    if (!log_) return;
    for (const auto& message : log_->messages()) ADD_FAILURE() << "OpenGL says: " << message;
    log_.reset();
  }

  static mannequin_skinner* make(int32_t packed, int32_t leave_state = 0) {
    mannequin_gl_options options = MANNEQUIN_INIT(mannequin_gl_options);
    mannequin_skinner* made = nullptr;
    options.packed = packed;
    options.leave_state = leave_state;
    options.load = load;
    EXPECT_EQ(mannequin_gl_skinner_create(&options, &made), MANNEQUIN_OK) << mannequin_last_error();
    return made;
  }
  void pose(double height) {
    const double bent[4] = {0, 0, -0.6, 0.8};
    ASSERT_EQ(mannequin_avatar_set_slider(avatar_, 33, height), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_set_rotation_of(avatar_, "mElbowLeft", bent), MANNEQUIN_OK);
    ASSERT_EQ(mannequin_avatar_evaluate(avatar_), MANNEQUIN_OK);
  }
  // The content of the host's own buffer at some offset, as seen by GL.
  static std::array<float, 3> read(uint32_t buffer, uint64_t offset) {
    std::array<float, 3> value{};
    glGetNamedBufferSubData(buffer, static_cast<GLintptr>(offset), sizeof value, &value);
    return value;
  }

  std::optional<GlContext> context_;
  std::optional<GlDebugLog> log_;
  mannequin_skinner* gl_ = nullptr;
};

TEST_F(CApiGl, ReadsBackWhatTheCpuMakes) {
  pose(1.5);
  ASSERT_EQ(mannequin_skinner_skin(skinner_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  const std::vector<float> cpu = positions_;
  ASSERT_EQ(mannequin_skinner_skin(gl_, avatar_, body_, 0, &out_), MANNEQUIN_OK) << mannequin_last_error();
  for (std::size_t k = 0; k < cpu.size(); ++k) ASSERT_NEAR(positions_[k], cpu[k], 1e-5);
}

TEST_F(CApiGl, ResultsLieWhereTheStreamsSay) {
  for (const int32_t packed : {0, 1}) {
    mannequin_skinner* skinner = make(packed);
    mannequin_crowd* crowd = nullptr;
    const mannequin_meshes* sets[] = {body_};
    ASSERT_EQ(mannequin_crowd_create(sets, 1, nullptr, &crowd), MANNEQUIN_OK);
    for (uint32_t i = 0; i < 3; ++i) {
      uint32_t number = 0;
      pose(0.5 * i);
      ASSERT_EQ(mannequin_crowd_add(crowd, &number), MANNEQUIN_OK);
      ASSERT_EQ(mannequin_crowd_set_avatar(crowd, i, avatar_), MANNEQUIN_OK);
    }
    ASSERT_EQ(mannequin_crowd_evaluate(crowd), MANNEQUIN_OK);
    mannequin_gl_results results = MANNEQUIN_INIT(mannequin_gl_results);
    EXPECT_REFUSED(MANNEQUIN_BAD_DATA, mannequin_gl_get_results(skinner, body_, 0, 0, &results));
    ASSERT_EQ(mannequin_skinner_skin_crowd(skinner, crowd, body_, 0), MANNEQUIN_OK) << mannequin_last_error();
    ASSERT_EQ(mannequin_gl_get_results(skinner, body_, 0, 2, &results), MANNEQUIN_OK)
        << mannequin_last_error();
    EXPECT_EQ(results.streams.first_instance, 0u);
    EXPECT_EQ(results.streams.instance_count, 3u);
    EXPECT_EQ(results.streams.packed, static_cast<uint32_t>(packed));
    EXPECT_EQ(results.streams.direction_stride, packed ? 4u : 12u);
    EXPECT_EQ(results.barriers, GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT |
                                    GL_BUFFER_UPDATE_BARRIER_BIT);
    std::vector<uint32_t> remap(info_.vertex_count);
    std::vector<float> normals(positions_.size());
    ASSERT_EQ(mannequin_skinner_copy_places(skinner, body_, 0, remap.data(), remap.size()), MANNEQUIN_OK);
    out_.normals = normals.data();
    ASSERT_EQ(mannequin_skinner_read_back(skinner, body_, 0, 2, &out_), MANNEQUIN_OK);
    const uint64_t instance = 2 * results.streams.instance_stride;
    for (uint32_t v = 0; v < info_.vertex_count; v += 97) {
      const std::array<float, 3> at =
          read(results.buffer, results.streams.position_offset + instance +
                                   remap[v] * uint64_t{results.streams.position_stride});
      for (std::size_t axis = 0; axis < 3; ++axis) ASSERT_EQ(at[axis], positions_[3 * v + axis]);
      if (packed) continue;
      const std::array<float, 3> normal =
          read(results.buffer, results.streams.normal_offset + instance +
                                   remap[v] * uint64_t{results.streams.direction_stride});
      for (std::size_t axis = 0; axis < 3; ++axis) ASSERT_EQ(normal[axis], normals[3 * v + axis]);
    }
    mannequin_crowd_release(crowd);
    EXPECT_EQ(mannequin_skinner_release(skinner), MANNEQUIN_OK);
  }
}

// For a host that sets its own state before it draws: the results are the same, and nothing was asked for.
TEST_F(CApiGl, LeavesItsOwnStateBehindOnRequest) {
  mannequin_skinner* stateless = make(0, 1);
  pose(1.5);
  ASSERT_EQ(mannequin_skinner_skin(gl_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  const std::vector<float> usual = positions_;
  GLint program = -1;
  glUseProgram(0);
  ASSERT_EQ(mannequin_skinner_skin(gl_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  glGetIntegerv(GL_CURRENT_PROGRAM, &program);
  EXPECT_EQ(program, 0);
  ASSERT_EQ(mannequin_skinner_skin(stateless, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  glGetIntegerv(GL_CURRENT_PROGRAM, &program);
  EXPECT_NE(program, 0);
  EXPECT_EQ(positions_, usual);
  glUseProgram(0);
  mannequin_skinner_release(stateless);
}

// Everything that a host may have bound is unchanged.
TEST_F(CApiGl, LeavesTheHostsStateAlone) {
  const auto state = [] {
    std::vector<GLint> values;
    for (const GLenum name :
         {GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_ARRAY_BUFFER_BINDING, GL_UNIFORM_BUFFER_BINDING,
          GL_SHADER_STORAGE_BUFFER_BINDING, GL_COPY_READ_BUFFER_BINDING, GL_COPY_WRITE_BUFFER_BINDING,
          GL_PIXEL_PACK_BUFFER_BINDING, GL_DRAW_INDIRECT_BUFFER_BINDING, GL_DISPATCH_INDIRECT_BUFFER_BINDING,
          GL_DRAW_FRAMEBUFFER_BINDING, GL_READ_FRAMEBUFFER_BINDING, GL_ACTIVE_TEXTURE, GL_TEXTURE_BINDING_2D,
          GL_TRANSFORM_FEEDBACK_BUFFER_BINDING, GL_PROGRAM_PIPELINE_BINDING, GL_RENDERBUFFER_BINDING}) {
      GLint value = -1;
      glGetIntegerv(name, &value);
      values.push_back(value);
    }
    for (GLuint index = 0; index < 8; ++index)
      for (const GLenum name : {GL_SHADER_STORAGE_BUFFER_BINDING, GL_UNIFORM_BUFFER_BINDING}) {
        GLint value = -1;
        glGetIntegeri_v(name, index, &value);
        values.push_back(value);
      }
    return values;
  };
  GLuint buffers[17], array = 0;
  glCreateBuffers(17, buffers);
  for (const GLuint buffer : buffers) glNamedBufferStorage(buffer, 4096, nullptr, 0);
  for (GLuint index = 0; index < 8; ++index) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, index, buffers[index]);
    glBindBufferBase(GL_UNIFORM_BUFFER, index, buffers[8 + index]);
  }
  glCreateVertexArrays(1, &array);
  glBindVertexArray(array);
  for (const GLenum target :
       {GL_ARRAY_BUFFER, GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, GL_PIXEL_PACK_BUFFER})
    glBindBuffer(target, buffers[16]);
  const std::vector<GLint> before = state();
  pose(1.0);
  ASSERT_EQ(mannequin_skinner_skin(gl_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_skinner_forget(gl_, body_), MANNEQUIN_OK);
  mannequin_skinner* another = make(1);
  ASSERT_EQ(mannequin_skinner_skin(another, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  ASSERT_EQ(mannequin_skinner_release(another), MANNEQUIN_OK);
  EXPECT_EQ(state(), before);
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  glDeleteVertexArrays(1, &array);
  glDeleteBuffers(17, buffers);
}

TEST_F(CApiGl, NothingIsReadWhereNothingIsWanted) {
  const mannequin_vertex_buffers nothing = MANNEQUIN_INIT(mannequin_vertex_buffers);
  pose(1.0);
  ASSERT_EQ(mannequin_skinner_skin(gl_, avatar_, body_, 0, &nothing), MANNEQUIN_OK) << mannequin_last_error();
  ASSERT_EQ(mannequin_skinner_read_back(gl_, body_, 0, 0, &out_), MANNEQUIN_OK);
  const std::vector<float> later = positions_;
  ASSERT_EQ(mannequin_skinner_skin(gl_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  EXPECT_EQ(positions_, later);
}

TEST_F(CApiGl, ALogHearsIfTheContextDrawsOnTheProcessor) {
  std::string told;
  mannequin_gl_options options = MANNEQUIN_INIT(mannequin_gl_options);
  options.load = load;
  options.log = {[](void* user, int32_t severity, const char* text) {
                   EXPECT_EQ(severity, MANNEQUIN_LOG_WARNING);
                   *static_cast<std::string*>(user) += text;
                 },
                 &told};
  mannequin_skinner* made = nullptr;
  ASSERT_EQ(mannequin_gl_skinner_create(&options, &made), MANNEQUIN_OK) << mannequin_last_error();
  EXPECT_EQ(told.find("[software_device]") != std::string::npos, gl_is_software()) << told;
  EXPECT_EQ(mannequin_skinner_release(made), MANNEQUIN_OK);
}

TEST_F(CApiGl, AnotherThreadIsRefused) {
  pose(1.0);
  std::thread([&] {
    mannequin_gl_results results = MANNEQUIN_INIT(mannequin_gl_results);
    const auto wrong = MANNEQUIN_WRONG_THREAD;
    EXPECT_REFUSED(wrong, mannequin_skinner_skin(gl_, avatar_, body_, 0, &out_));
    EXPECT_REFUSED(wrong, mannequin_skinner_read_back(gl_, body_, 0, 0, &out_));
    EXPECT_REFUSED(wrong, mannequin_gl_get_results(gl_, body_, 0, 0, &results));
    EXPECT_REFUSED(wrong, mannequin_skinner_forget(gl_, body_));
    EXPECT_REFUSED(wrong, mannequin_skinner_release(gl_));
  }).join();
  EXPECT_EQ(mannequin_skinner_skin(gl_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
}

TEST_F(CApiGl, AnotherContextIsRefused) {
  pose(1.0);
  ASSERT_EQ(mannequin_skinner_skin(gl_, avatar_, body_, 0, &out_), MANNEQUIN_OK);
  const std::vector<float> before = positions_;
  const auto expect_refusals = [&] {
    mannequin_gl_results results = MANNEQUIN_INIT(mannequin_gl_results);
    EXPECT_REFUSED(MANNEQUIN_DEVICE, mannequin_skinner_skin(gl_, avatar_, body_, 0, &out_));
    EXPECT_REFUSED(MANNEQUIN_DEVICE, mannequin_skinner_read_back(gl_, body_, 0, 0, &out_));
    EXPECT_REFUSED(MANNEQUIN_DEVICE, mannequin_gl_get_results(gl_, body_, 0, 0, &results));
    EXPECT_REFUSED(MANNEQUIN_DEVICE, mannequin_skinner_forget(gl_, body_));
    EXPECT_REFUSED(MANNEQUIN_DEVICE, mannequin_skinner_release(gl_));
  };
  context_->release_current();
  expect_refusals();
  {
    auto other = GlContext::create_headless();
    ASSERT_TRUE(other) << other.error().message();
    expect_refusals();
  }
  ASSERT_TRUE(context_->make_current());
  pose(1.0);
  EXPECT_EQ(mannequin_skinner_skin(gl_, avatar_, body_, 0, &out_), MANNEQUIN_OK) << mannequin_last_error();
  EXPECT_EQ(positions_, before);
}

TEST_F(CApiGl, WhatAHostShouldNotDoIsRefused) {
  mannequin_gl_options options = MANNEQUIN_INIT(mannequin_gl_options);
  mannequin_gl_results results = MANNEQUIN_INIT(mannequin_gl_results);
  mannequin_skinner* none = nullptr;
  const auto bad = MANNEQUIN_BAD_ARGUMENT;
  EXPECT_REFUSED(bad, mannequin_gl_skinner_create(nullptr, &none));
  EXPECT_REFUSED(bad, mannequin_gl_skinner_create(&options, &none));
  options.load = load;
  EXPECT_REFUSED(bad, mannequin_gl_skinner_create(&options, nullptr));
  options.load = [](const char*) -> mannequin_gl_function { return nullptr; };
  EXPECT_REFUSED(MANNEQUIN_DEVICE, mannequin_gl_skinner_create(&options, &none));
  options.load = load;
  context_->release_current();
  EXPECT_REFUSED(MANNEQUIN_DEVICE, mannequin_gl_skinner_create(&options, &none));
  ASSERT_TRUE(context_->make_current());
  EXPECT_EQ(none, nullptr);
  EXPECT_REFUSED(bad, mannequin_gl_get_results(gl_, body_, 0, 0, nullptr));
  EXPECT_REFUSED(bad, mannequin_gl_get_results(gl_, body_, 1, 0, &results));
  EXPECT_REFUSED(MANNEQUIN_BAD_DATA, mannequin_gl_get_results(gl_, body_, 0, 0, &results));
  EXPECT_REFUSED(MANNEQUIN_UNSUPPORTED, mannequin_gl_get_results(skinner_, body_, 0, 0, &results));
  EXPECT_REFUSED(MANNEQUIN_BAD_HANDLE, mannequin_gl_get_results(nullptr, body_, 0, 0, &results));
  results.struct_size = 4;
  EXPECT_REFUSED(bad, mannequin_gl_get_results(gl_, body_, 0, 0, &results));
  gl_ = make(0);
}

}  // namespace
}  // namespace mannequin::test
