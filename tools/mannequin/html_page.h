// Self-contained pages: one file with its style and pictures inside.
#pragma once

#include <span>
#include <string>

#include "engine/core/result.h"
#include "tools/mannequin/figure_picture.h"

namespace mannequin::program {

// A whole page; `body` is HTML.
std::string html_page(const std::string& title, const std::string& body);

// "<figure>...": a picture with its caption (plain text).
Result<std::string> html_figure(const FigurePicture& picture, const std::string& caption);

std::string base64_text(std::span<const std::byte> bytes);

}  // namespace mannequin::program
