// A headless OpenGL context for a test; skips by name if there is none, fails if the driver reported errors.
#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "engine/gpu/gl_context.h"

namespace mannequin::test {

class GlTest : public testing::Test {
 protected:
  void SetUp() override {
    auto context = GlContext::create_headless();
    if (!context) GTEST_SKIP() << "no OpenGL 4.5 device: " << context.error().message();
    context_.emplace(std::move(*context));
    log_.emplace();
  }
  void TearDown() override {
    if (!log_) return;
    for (const auto& message : log_->messages()) ADD_FAILURE() << "OpenGL says: " << message;
    log_.reset();
  }

  std::optional<GlContext> context_;
  std::optional<GlDebugLog> log_;
};

}  // namespace mannequin::test
