// Messages for the user, newest last.
#pragma once

#include <string>
#include <vector>

namespace mannequin::document {

struct Message {
  enum class Kind { done, warning, error } kind;
  std::string text;
  std::string signed_text() const;  // follows an icon for its kind
};

class Messages {
 public:
  // Turns line breaks, which a file name may contain, into spaces: a message is one line.
  void report(Message::Kind kind, std::string text);
  const std::vector<Message>& list() const { return list_; }

 private:
  std::vector<Message> list_;
};

}  // namespace mannequin::document
