#!/bin/bash
# The API reference: installs Doxygen, writes build/docs/html/index.html, and fails on dead links and on
# public types and functions without a comment. Fields, constants and handle types need one only if their
# names do not say it all.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
. "$root/tools/packages.sh"

install_packages doxygen python3
cd "$root"
rm -rf build/docs
mkdir -p build/docs
headers="$(python3 tools/api/public_headers.py)"
python3 docs/doxygen_filter.py build/docs/headers $headers
{ cat docs/Doxyfile; echo "INPUT +=" $headers; } | doxygen -

may_be_silent='\((variable|enumvalue|typedef|macro definition)\) of .* is not documented|(=default|&&\) noexcept) \(function\)'
if grep -vE "$may_be_silent" build/docs/warnings | sort -u | sed "s|^$root/||" >build/docs/faults; then
  cat build/docs/faults
  echo "The API reference has faults; see above. A comment goes above the declaration, or at its line's end."
  exit 1
fi

# Also copies files that pages link to but that are not pages themselves.
for page in build/docs/html/index.html build/docs/html/md_*.html; do
  for link in $(grep -oE 'href="[^":#]+"' "$page" | cut -d'"' -f2 | sort -u); do
    [ -e "build/docs/html/$link" ] && continue
    for folder in . docs engine bench assets ""; do [ -f "$folder/$link" ] && break; done
    [ "$folder" ] || { echo "$page: nothing is at $link"; exit 1; }
    install -D -m 644 "$folder/$link" "build/docs/html/$link"
  done
done
echo "Written: $root/build/docs/html/index.html"
