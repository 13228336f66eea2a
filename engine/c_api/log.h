// The host's log, where the engine has notes or a log of its own.
#pragma once

#include <string>

#include "engine/core/log.h"
#include "engine/io/note.h"
#include "engine/platform/threads.h"
#include "mannequin/c_api.h"

namespace mannequin::c_api {

// Empty if the host wants none.
Log log_of(const mannequin_log& log);

// A character's log, which one thread may change while any number use it.
class CharacterLog {
 public:
  void set(const mannequin_log& log);
  // Calls the host without holding a lock: it may call back.
  void report(Severity severity, const std::string& text) const;
  void report(const io::Notes& notes) const;

 private:
  mutable Mutex mutex_;
  mannequin_log log_{};
};

}  // namespace mannequin::c_api
