// Screen-door transparency on a fine regular grid: independent of drawing order, and correct for many layers.

bool screened_out(float opacity) {
  const float kGrid[16] = float[](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);
  ivec2 cell = ivec2(gl_FragCoord.xy) & 3;
  return opacity <= (kGrid[cell.y * 4 + cell.x] + 0.5) / 16.0;
}
