// What people call a joint, beside its name.
#pragma once

#include <string>

#include "engine/skeleton/skeleton.h"

namespace mannequin::document {

// "left forearm" for mElbowLeft, "belly (volume)" for BELLY; empty for joints of other rigs.
std::string plain_name(const Joint& joint);

// "mElbowLeft · left forearm", or the name alone.
std::string both_names(const Joint& joint);

// "mElbowLeft (left forearm)", "BELLY (volume: belly)", or the name alone.
std::string named_in_sentence(const Joint& joint);

// Whether a search finds the joint: in its name or in its plain name, whatever the case. Nothing finds all.
bool named_like(const Joint& joint, const std::string& wanted);

}  // namespace mannequin::document
