// The engine's sentences in the words of the window: it says how the command line mends a fault, the window
// has switches of its own for that.
#pragma once

#include <string>
#include <string_view>

namespace mannequin::document {

// In the user's language. A whole command, to be copied, stays; a sentence that needs no other words is
// tr_sentence() of it.
std::string in_window_words(std::string_view english);

}  // namespace mannequin::document
