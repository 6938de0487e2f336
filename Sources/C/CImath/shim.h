/* Empty: the target provides the include path of Imath for the C++ headers of OpenEXR. */
