// The severity of a note or finding.
#pragma once

namespace mannequin {

// In ascending order. In findings, an error is something the uploader would reject or drop.
enum class Severity { info, warning, error };

}  // namespace mannequin
