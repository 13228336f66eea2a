// A document with nothing worn, and a folder for the files of one test.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <thread>

#include "engine/io/file.h"
#include "engine/io/gltf_writer.h"
#include "tests/document/figure.h"
#include "tests/own_folder.h"
#include "tools/document/document.h"

namespace mannequin::document {

class DocumentTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = test::own_folder();
    document_ = std::make_unique<Document>(character_, AvatarInputs());
  }

  // As a .glb in the test's folder.
  std::filesystem::path write_mesh(const BoundMeshDesc& desc, const std::string& name) {
    const auto bytes = io::write_glb(std::span(&desc, 1), &character_.skeleton);
    EXPECT_TRUE(bytes);
    EXPECT_TRUE(io::write_file(folder_ / name, *bytes));
    return folder_ / name;
  }
  // Until no file is being read any more.
  void wait_for_files() {
    for (int i = 0; i < 4000 && document_->files.reading(); ++i) {
      document_->update(0.01);
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_FALSE(document_->files.reading());
  }
  // Until what is worn now is judged.
  void wait_for_findings() {
    for (int i = 0; i < 2000 && (i < 4 || !document_->findings().finished()); ++i) {
      document_->update(0.02);
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    EXPECT_TRUE(document_->findings().finished());
  }
  const ParameterDesc& parameter(int id) { return character_.appearance[character_.appearance.find(id)]; }

  const Character character_ = test::make_builtin_character();
  std::unique_ptr<Document> document_;
  std::filesystem::path folder_;
};

}  // namespace mannequin::document
