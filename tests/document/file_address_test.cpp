// File URIs for other programs, and messages about files with strange names.
#include "tools/document/file_address.h"

#include <gtest/gtest.h>

#include "tools/document/messages.h"

namespace mannequin::document {
namespace {

TEST(FileAddress, EscapesWhatHasAMeaning) {
  EXPECT_EQ(folder_address("/clothes/red/dress.glb"), "file:///clothes/red");
  EXPECT_EQ(folder_address("/a b/50%/#1?x=1;/\xc3\xa9/dress.glb"),
            "file:///a%20b/50%25/%231%3Fx%3D1%3B/%C3%A9");
  EXPECT_EQ(folder_address("/line\nbreak/dress.glb"), "file:///line%0Abreak");
}

TEST(Messages, AreOneLineEach) {
  Messages messages;
  messages.report(Message::Kind::error, "a\nb.glb: cannot be read.\r\n");
  EXPECT_EQ(messages.list().back().text, "a b.glb: cannot be read.  ");
}

}  // namespace
}  // namespace mannequin::document
