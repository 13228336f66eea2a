#!/bin/bash
# Draws the README's pictures again with build/mannequin; no display needed.
set -euo pipefail
docs="$(cd "$(dirname "$0")" && pwd)"
draw() {
  local name="$1"
  shift
  "$docs/../build/mannequin" preview --screenshot "$docs/$name.png" "$@"
}
bare() { draw "$@" --outfit none; }

# One body, three shapes.
bare shape_default --size 400x480
bare shape_tall_thin --size 400x480 --set Height=100% --set "Body Thickness=10%" --set "Leg Length=100%" --set "Hip Width=30%"
bare shape_short_fat --size 400x480 --set Height=10% --set "Body Thickness=90%" --set "Body Fat=100%" --set "Belly Size=90%" \
  --set "Love Handles=80%"

# A fitted mesh answers to Body Fat through its collision volumes, which no bone moves.
bare fat_0 --size 400x480 --view front --set "Body Fat=0%"
bare fat_50 --size 400x480 --view front --set "Body Fat=50%"
bare fat_100 --size 400x480 --view front --set "Body Fat=100%"

# Joint offsets: a worn mesh that moves the wrists outwards. The joints it moves are red; Arm Length, which scales the
# bones, still stretches them.
bare arms_default --size 400x480 --view front --joints
bare arms_offset --size 400x480 --view front --joints --offsets "$docs/long_forearms.json"
bare arms_offset_long --size 400x480 --view front --joints --set "Arm Length=100%" --offsets "$docs/long_forearms.json"

# The window itself.
draw window --size 1280x800 --ui --joints --set "Body Fat=30%"

# Animated: the dress from all sides, under a slider from end to end, and walking. By ffmpeg. walk.bvh is a walk on the
# spot, made of sines.
if ! command -v ffmpeg >/dev/null; then
  echo "The animated pictures were left out: ffmpeg is not installed." >&2
  exit 0
fi
film() {
  local name="$1"
  shift
  "$docs/../build/mannequin" preview --screenshot "$docs/$name.webp" --size 240x320 --outfit dress "$@"
}
film dress_around --pictures 20 --fps 10
film dress_fat --sweep "Body Fat" --pictures 12 --fps 10 --view front
film dress_walks --play --pose "$docs/walk.bvh" --fps 12
