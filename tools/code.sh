#!/bin/bash
# Static checks of the code: each source that was changed lately compiles by itself, which joined ones need not, as night.sh checks
# of all; the API reference, the formatting. Some sources include generated files, so this builds first, as test.sh does.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"
. "$root/tools/parts.sh"

install_packages $build_packages $run_packages $test_packages
part "Build" build "$root/build" $released
part "Each source that was changed lately by itself" python3 "$root/tools/alone.py" "$root/build" --last 12
part "API reference" "$root/tools/docs.sh"
part "Formatting" "$root/tools/format.sh"
finish
