// Sight: a picture as it is seen without colour, or with one kind of cone missing. Owns the matrices (Machado, Oliveira and
// Fernandes 2009, full strength, in linear light); leaves drawing and files to its callers. Pure.
#pragma once

#include <string>
#include <vector>

#include "window/offscreen.h"

namespace launchlab {

const std::vector<std::string>& sights();                     // grey, protan, deutan, tritan
Image seen_as(Image image, const std::string& sight);         // "" or a word that is none of them: as it is

}  // namespace launchlab
