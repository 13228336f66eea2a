// What every change goes through: the avatar as it is and as it was, and what people are told about it. The
// classes of a document change it; who looks on has the document.
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
  // Before a change: from here it can be undone, under this name.
  void record(std::string step) { history.record(std::move(step), avatar.choice()); }
  void tell(Message::Kind kind, std::string text) { messages.tell(kind, std::move(text)); }
};

}  // namespace mannequin::document
