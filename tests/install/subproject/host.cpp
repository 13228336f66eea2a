// Uses a function of the project that is part of the host's own build.
#include "engine/core/uuid.h"
#include "engine/motion/physics.h"

int main() { return mannequin::Uuid::parse("00000000-0000-0000-0000-000000000001") ? 0 : 1; }
