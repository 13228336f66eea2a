// What every change needs: the avatar as it is and as it was, and the messages for the user. The classes of a
// document change it; viewers use the document.
#pragma once

#include <string>

#include "tools/document/dressed_avatar.h"
#include "tools/document/file_watch.h"
#include "tools/document/history.h"
#include "tools/document/messages.h"
#include "tools/document/settings.h"
#include "tools/document/timeline.h"

namespace mannequin::document {

struct Workbench {
  DressedAvatar avatar;
  History history;
  Timeline timeline;
  Messages messages;
  Settings settings;
  FileWatch watch;

  const Character& character() const { return avatar.character(); }
  const AvatarChoice& choice() const { return avatar.choice(); }
  // Call before a change: makes it undoable, under this name.
  void record(std::string step, bool leaves_shape = false, bool unsaved = false) {
    history.record(std::move(step), avatar.choice(), leaves_shape, unsaved);
  }
  void report(Message::Kind kind, std::string text) { messages.report(kind, std::move(text)); }
  // What holds until something else is changed.
  void report_state(Message::Kind kind, std::string text) {
    messages.report(kind, std::move(text), history.recorded());
  }
};

}  // namespace mannequin::document
