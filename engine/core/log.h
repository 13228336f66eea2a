// What is noticed where nothing fails. Nothing in the engine writes to stdout or stderr.
#pragma once

#include <functional>
#include <string>

#include "engine/core/severity.h"

namespace mannequin {

// Told on the thread that makes the call in which it is noticed, before that returns. The text is UTF-8: the
// offender, what follows from it, and the remedy. It must not throw. Readers return what they notice instead
// (io::Notes).
using Log = std::function<void(Severity severity, const std::string& text)>;

}  // namespace mannequin
