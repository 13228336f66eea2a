// How much something that was noticed matters.
#pragma once

namespace mannequin {

// From the least. Of findings, an error is what the uploader would refuse or leave out.
enum class Severity { info, warning, error };

}  // namespace mannequin
