// A clip that stands still.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "tools/document/document.h"

namespace mannequin::test {

// Opens a clip, which a slow machine reads in the background, and pauses it: while it plays, no window comes
// to rest.
inline void open_paused(document::Document& document, const std::filesystem::path& clip) {
  ASSERT_TRUE(document.files.open(clip, false)) << document.messages().list().back().text;
  for (int i = 0; i < 4000 && document.files.reading(); ++i) {
    document.update(0.0);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_TRUE(document.timeline().has_clip());
  document.timeline().play(false);
}

}  // namespace mannequin::test
