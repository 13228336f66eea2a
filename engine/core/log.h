// Warnings of calls that succeed. Nothing in the engine writes to stdout or stderr.
#pragma once

#include <functional>
#include <string>

#include "engine/core/severity.h"

namespace mannequin {

// Called on the thread of the call that has something to report,
// before it returns. The text is UTF-8: the offender, the consequence
// and the remedy. Must not throw. Readers return io::Notes instead.
using Log = std::function<void(Severity severity, const std::string& text)>;

}  // namespace mannequin
