// Places within a unit disk for the filter of a shadow: a sunflower pattern, evenly spread without noise.
const int kTaps = 12;
const vec2 kTap[kTaps] = vec2[](
    vec2(0.2041, 0.0000), vec2(-0.2607, 0.2388), vec2(0.0399, -0.4547),
    vec2(0.3286, 0.4286), vec2(-0.6030, -0.1067), vec2(0.5712, -0.3634),
    vec2(-0.1911, 0.7107), vec2(-0.3644, -0.7016), vec2(0.7906, 0.2887),
    vec2(-0.8224, 0.3395), vec2(0.3965, -0.8472), vec2(0.2930, 0.9341));
