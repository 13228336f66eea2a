// A picture of what was drawn.
#pragma once

#include <string>
#include <vector>

// Four bytes per pixel, the top row first. False, after saying why, where the file cannot be written or the
// picture is of one colour only: then nothing was drawn.
bool write_png(const std::string& path, int width, int height, const std::vector<unsigned char>& rgba);
