#include "engine/c_api/log.h"

namespace mannequin::c_api {

static_assert(static_cast<int>(Severity::info) == MANNEQUIN_LOG_INFO);
static_assert(static_cast<int>(Severity::warning) == MANNEQUIN_LOG_WARNING);
static_assert(static_cast<int>(Severity::error) == MANNEQUIN_LOG_ERROR);

Log log_of(const mannequin_log& log) {
  if (!log.function) return nullptr;
  return [log](Severity severity, const std::string& text) {
    log.function(log.user, static_cast<std::int32_t>(severity), text.c_str());
  };
}

void CharacterLog::set(const mannequin_log& log) {
  const Lock lock(mutex_);
  log_ = log;
}

void CharacterLog::report(Severity severity, const std::string& text) const {
  mannequin_log log;
  {
    const Lock lock(mutex_);
    log = log_;
  }
  if (log.function) log.function(log.user, static_cast<std::int32_t>(severity), text.c_str());
}

void CharacterLog::report(const io::Notes& notes) const {
  for (const io::Note& note : notes)
    report(note.severity, (note.where.empty() ? "" : note.where + ": ") + note.what + " [" + note.code + "]");
}

}  // namespace mannequin::c_api
