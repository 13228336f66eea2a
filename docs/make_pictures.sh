#!/bin/bash
# Draws the README's pictures again with build/mannequin; no display needed.
set -euo pipefail
docs="$(cd "$(dirname "$0")" && pwd)"
draw() {
  local name="$1"
  shift
  "$docs/../build/mannequin" preview --screenshot "$docs/$name.png" "$@"
}

# One body, three shapes.
draw shape_default --size 400x480
draw shape_tall_thin --size 400x480 --set Height=100% --set "Body Thickness=10%" --set "Leg Length=100%" --set "Hip Width=30%"
draw shape_short_fat --size 400x480 --set Height=10% --set "Body Thickness=90%" --set "Body Fat=100%" --set "Belly Size=90%" \
  --set "Love Handles=80%"

# A fitted mesh answers to Body Fat through its collision volumes, which no bone moves.
draw fat_0 --size 400x480 --view front --set "Body Fat=0%"
draw fat_50 --size 400x480 --view front --set "Body Fat=50%"
draw fat_100 --size 400x480 --view front --set "Body Fat=100%"

# Joint offsets: a worn mesh that moves the wrists outwards. The joints it moves are red; Arm Length, which scales the
# bones, still stretches them.
draw arms_default --size 400x480 --view front --joints
draw arms_offset --size 400x480 --view front --joints --offsets "$docs/long_forearms.json"
draw arms_offset_long --size 400x480 --view front --joints --set "Arm Length=100%" --offsets "$docs/long_forearms.json"

# The window itself.
draw window --size 1280x800 --ui --joints --set "Body Fat=30%"
