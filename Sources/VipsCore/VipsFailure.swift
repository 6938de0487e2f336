internal import DecoderMessages
internal import CVips
internal import DecoderCore

/// Why libvips gave up; it has no codes for it, only texts.
enum VipsFailure {
  /// What its libraries say of a file that ends too early.
  private static let endings = [
    "bad seek", "Unexpected end of file", "inconsistent with stream length", "end of file",
    "runcated", "Stream too short", "premature",
  ]
  private static let shortages = ["out of memory", "Memory allocation", "unable to allocate"]

  /// The reason of the last failure; it is forgotten.
  static var reason: PictureError {
    let text = unsafe String(cString: vips_error_buffer())
    vips_error_clear()
    if shortages.contains(where: text.contains) { return .outOfMemory }
    return endings.contains(where: text.contains) ? .truncated : .damaged
  }
}
