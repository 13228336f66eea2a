// A session with nothing worn, and a folder for the files of one test.
#pragma once

#include <memory>
#include <optional>

#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "tests/gpu/gl_context_fixture.h"
#include "tests/own_folder.h"
#include "tests/preview/figure.h"
#include "tools/preview/session/session.h"

namespace mannequin::preview {

class SessionTest : public test::GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (!context_) return;
    character_.emplace(test::builtin_character());
    session_ = std::move(Session::create(*character_, {}).value());
    folder_ = test::own_folder();
  }
  void TearDown() override {
    session_.reset();
    GlTest::TearDown();
  }

  // As a .glb in the test's folder.
  std::filesystem::path write_mesh(const BoundMeshDesc& desc, const std::string& name) {
    const auto bytes = io::write_glb(std::span(&desc, 1), &character_->skeleton);
    EXPECT_TRUE(bytes);
    EXPECT_TRUE(io::write_file(folder_ / name, *bytes));
    return folder_ / name;
  }

  std::optional<Character> character_;
  std::unique_ptr<Session> session_;
  std::filesystem::path folder_;
};

}  // namespace mannequin::preview
