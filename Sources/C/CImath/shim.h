/* Nothing for Swift: the headers of OpenEXR's C++ library look for those of Imath. */
