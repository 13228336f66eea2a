// The host's log, where the engine has notes or a log of its own.
#pragma once

#include <string>

#include "engine/core/log.h"
#include "engine/io/note.h"
#include "engine/platform/threads.h"
#include "mannequin/c_api.h"

namespace mannequin::c_api {

// Empty where the host wants none.
Log log_of(const mannequin_log& log);

// The log of a character, which any number of threads may use while one of them changes it.
class CharacterLog {
 public:
  void set(const mannequin_log& log);
  // While the host is told, no lock is held: it may call back.
  void tell(Severity severity, const std::string& text) const;
  void tell(const io::Notes& notes) const;

 private:
  mutable Mutex mutex_;
  mannequin_log log_{};
};

}  // namespace mannequin::c_api
