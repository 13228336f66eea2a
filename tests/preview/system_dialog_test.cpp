// The desktop's own file dialog, of which a script takes the place.
#include "tools/preview/platform/system_dialog.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <string>

#include "engine/io/file.h"
#include "tests/own_folder.h"

namespace mannequin::test {
namespace {

using preview::SystemDialog;

class SystemDialogTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = own_folder();
    before_ = std::getenv("PATH");
    ::setenv("PATH", folder_.c_str(), 1);
    ::unsetenv("XDG_CURRENT_DESKTOP");
    // Not the portal of the desktop that the tests run on.
    if (const char* bus = std::getenv("DBUS_SESSION_BUS_ADDRESS")) bus_ = bus;
    ::setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 1);
  }
  void TearDown() override {
    ::setenv("PATH", before_.c_str(), 1);
    if (bus_.empty())
      ::unsetenv("DBUS_SESSION_BUS_ADDRESS");
    else
      ::setenv("DBUS_SESSION_BUS_ADDRESS", bus_.c_str(), 1);
  }

  // What it was called with is in the file "asked", an argument a line.
  void write_program(const std::string& name, const std::string& then) {
    const std::string text =
        "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" + (folder_ / "asked").string() + "'\n" + then + "\n";
    ASSERT_TRUE(io::write_file(folder_ / name, std::string_view(text)));
    std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
  }
  std::string asked() const { return std::string(io::as_text(io::read_file(folder_ / "asked").value())); }
  static SystemDialog::Answer paths(const char* one) { return {.shown = true, .paths = {one}}; }
  static SystemDialog::Answer answer_of(SystemDialog& dialog) {
    for (int i = 0; i < 2000; ++i) {
      if (auto answer = dialog.take()) return *answer;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << "no answer";
    return {};
  }

  std::filesystem::path folder_;
  std::string before_, bus_;
};

TEST_F(SystemDialogTest, SeveralFilesAreChosen) {
  write_program("zenity", "printf '/a folder/dress.dae\\n/b/\\303\\266l.glb\\n'");
  SystemDialog dialog;
  ASSERT_TRUE(dialog.ask({.save = false, .several = true, .title = "Open", .start = folder_}));
  const auto chosen = answer_of(dialog);
  ASSERT_EQ(chosen.paths.size(), 2u);
  EXPECT_EQ(chosen.paths[0], "/a folder/dress.dae");
  EXPECT_EQ(chosen.paths[1], "/b/\u00f6l.glb");
  EXPECT_FALSE(dialog.asking());
  EXPECT_NE(asked().find("--multiple"), std::string::npos);
  EXPECT_NE(asked().find("--filename=" + folder_.string() + "/\n"), std::string::npos);
}

TEST_F(SystemDialogTest, ItAsksBeforeItReplacesAFile) {
  write_program("zenity", "echo /tmp/shape.xml");
  SystemDialog dialog;
  ASSERT_TRUE(dialog.ask({.save = true, .several = false, .title = "Save", .start = folder_ / "shape.xml"}));
  EXPECT_EQ(answer_of(dialog), paths("/tmp/shape.xml"));
  EXPECT_NE(asked().find("--confirm-overwrite"), std::string::npos);
}

TEST_F(SystemDialogTest, ACancelledOneChoosesNothingAndAnotherMayFollow) {
  write_program("zenity", "echo /tmp/half; exit 1");
  SystemDialog dialog;
  ASSERT_TRUE(dialog.ask({.save = false, .several = false, .title = "Open", .start = folder_}));
  EXPECT_FALSE(dialog.ask({.save = false, .several = false, .title = "Open", .start = folder_}));
  EXPECT_EQ(answer_of(dialog), SystemDialog::Answer());
  EXPECT_TRUE(dialog.ask({.save = false, .several = false, .title = "Open", .start = folder_}));
  EXPECT_EQ(answer_of(dialog), SystemDialog::Answer());
}

TEST_F(SystemDialogTest, TheDesktopsOwnOneIsTaken) {
  SystemDialog dialog;
  ASSERT_TRUE(dialog.ask({.save = false, .several = false, .title = "Open", .start = folder_}));
  EXPECT_FALSE(answer_of(dialog).shown);
  write_program("zenity", "echo /zenity");
  write_program("kdialog", "echo /kdialog");
  ::setenv("XDG_CURRENT_DESKTOP", "KDE", 1);
  ASSERT_TRUE(dialog.ask({.save = false, .several = true, .title = "Open", .start = folder_}));
  EXPECT_EQ(answer_of(dialog), paths("/kdialog"));
  EXPECT_NE(asked().find("--separate-output"), std::string::npos);
  ::unsetenv("XDG_CURRENT_DESKTOP");
  ASSERT_TRUE(dialog.ask({.save = false, .several = true, .title = "Open", .start = folder_}));
  EXPECT_EQ(answer_of(dialog), paths("/zenity"));
}

// Else a window that is closed would wait for it.
TEST_F(SystemDialogTest, ItGoesWithTheWindow) {
  write_program("zenity", "exec /bin/sleep 600");
  SystemDialog dialog;
  EXPECT_TRUE(dialog.ask({.save = false, .several = false, .title = "Open", .start = folder_}));
}

}  // namespace
}  // namespace mannequin::test
