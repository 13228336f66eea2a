// A host's own folder of this name, first in the search path: our headers must not include this one.
#error "mannequin's headers include the host's engine/core/result.h"
