// Everyday names of joints.
#pragma once

#include <string>

#include "engine/skeleton/skeleton.h"

namespace mannequin::document {

// "left forearm" for mElbowLeft, "belly (volume)" for BELLY; empty for joints of other rigs. In English: the
// window shows tr_sentence() of it, as the functions below do.
std::string plain_name(const Joint& joint);

// "mElbowLeft · left forearm", or only the name.
std::string both_names(const Joint& joint);

// "mElbowLeft (left forearm)", "BELLY (volume: belly)", or only the name.
std::string named_in_sentence(const Joint& joint);

// Whether a search matches the joint's name or plain name, in English too, ignoring case. An empty search
// matches all.
bool named_like(const Joint& joint, const std::string& wanted);

}  // namespace mannequin::document
