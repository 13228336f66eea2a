// The window's document with nothing worn, and a folder for the files of one test.
#pragma once

#include <memory>
#include <optional>

#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "tests/document/figure.h"
#include "tests/gpu/gl_context_fixture.h"
#include "tests/own_folder.h"
#include "tools/preview/view/workspace.h"

namespace mannequin::preview {

class WorkspaceTest : public test::GlTest {
 protected:
  void SetUp() override {
    GlTest::SetUp();
    if (!context_) return;
    character_.emplace(test::make_builtin_character());
    document_.emplace(*character_, AvatarInputs());
    view_ = std::move(View::create(*document_).value());
    actions_.emplace(*document_, *view_);
    folder_ = test::own_folder();
  }
  void TearDown() override {
    actions_.reset();
    view_.reset();
    document_.reset();
    GlTest::TearDown();
  }
  Workspace workspace() { return {*document_, *view_, *actions_}; }

  // As a .glb in the test's folder.
  std::filesystem::path write_mesh(const BoundMeshDesc& desc, const std::string& name) {
    const auto bytes = io::write_glb(std::span(&desc, 1), &character_->skeleton);
    EXPECT_TRUE(bytes);
    EXPECT_TRUE(io::write_file(folder_ / name, *bytes));
    return folder_ / name;
  }

  std::optional<Character> character_;
  std::optional<Document> document_;
  std::unique_ptr<View> view_;
  std::optional<Actions> actions_;
  std::filesystem::path folder_;
};

}  // namespace mannequin::preview
