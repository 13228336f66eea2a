// Uses a function of the project that is part of the host's own build.
#include <mannequin/engine/core/uuid.h>
#include <mannequin/engine/motion/physics.h>
#include <mannequin/mannequin.h>

int main() { return mannequin::Uuid::parse("00000000-0000-0000-0000-000000000001") ? 0 : 1; }
