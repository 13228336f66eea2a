// Messages for the user, newest last.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mannequin::document {

struct Message {
  enum class Kind { going_on, done, warning, error } kind;
  std::string text;
  std::uint64_t until = 0;          // History::recorded() after which it is no longer so; 0: it stays so
  bool past = false;                // it is no longer so, or about what is no longer looked at
  std::string signed_text() const;  // follows an icon for its kind
};

class Messages {
 public:
  // Turns line breaks, which a file name may contain, into spaces: a message is one line.
  void report(Message::Kind kind, std::string text, std::uint64_t until = 0);
  // What was said last holds no longer. An error stays: it may not have been read.
  void outdate_last();
  const std::vector<Message>& list() const { return list_; }

 private:
  std::vector<Message> list_;
};

}  // namespace mannequin::document
