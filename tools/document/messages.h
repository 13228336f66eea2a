// What people are told, newest last.
#pragma once

#include <string>
#include <vector>

namespace mannequin::document {

struct Message {
  enum class Kind { done, warning, error } kind;
  std::string text;
  std::string signed_text() const;  // behind a sign for its kind
};

class Messages {
 public:
  // A line break, which may come from the name of a file, becomes a space: a message is one line.
  void tell(Message::Kind kind, std::string text);
  const std::vector<Message>& list() const { return list_; }

 private:
  std::vector<Message> list_;
};

}  // namespace mannequin::document
