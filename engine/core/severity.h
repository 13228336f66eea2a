// How much something that was noticed matters.
#pragma once

namespace mannequin {

enum class Severity { info, warning, error };

}  // namespace mannequin
