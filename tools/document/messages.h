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
  void tell(Message::Kind kind, std::string text) { list_.push_back({kind, std::move(text)}); }
  const std::vector<Message>& list() const { return list_; }

 private:
  std::vector<Message> list_;
};

}  // namespace mannequin::document
