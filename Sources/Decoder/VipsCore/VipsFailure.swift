internal import CVips
internal import DecoderCore
internal import DecoderMessages
internal import Imaging
internal import Values

/// Why libvips gave up; it has no codes for it, only texts.
enum VipsFailure {
  /// What its libraries say of a file that ends too early.
  private static let endings = [
    "bad seek", "Unexpected end of file", "inconsistent with stream length", "end of file",
    "runcated", "Stream too short", "remature",
  ]
  /// How libvips begins what libheif says, which its code and a more exact one end, and what it says itself: "heif:
  /// Invalid input: No 'hdlr' box (2.104)", "heifload_buffer: undefined bits per pixel".
  ///
  /// libheif reads on until there are no more boxes, so that a "bad seek" stands before each of its failures; the
  /// end of a file that is cut short is told by its boxes (`HEIFPicture`).
  private static let heifNames = ["heif: ", "heifload"]
  /// libheif's codes for a file, or a feature of one, that it does not support.
  private static let heifLacks = ["(3.", "(4."]
  /// What libvips and libtiff say of a TIFF that they do not read, and what that is.
  private static let lacks = [
    ("tiled separate planes not supported", "TIFF of tiled planes"),
    ("subsampled images not supported", "TIFF of subsampled chroma"),
    ("not a whole number of bytes", "TIFF of odd depth"),
    ("palette image not supported", "TIFF of odd depth"),
    ("required field 262 missing", "TIFF without a color space"),
    ("unsupported tiff image type", "TIFF of this type"),
    ("support is not configured", "TIFF of this compression"),
  ]
  private static let shortages = ["out of memory", "Memory allocation", "unable to allocate"]

  /// What libheif says before it tells which of its limits it keeps, as in "Security limit exceeded:
  /// Image size 20000x4000 exceeds the maximum image size".
  private static let limit = "ecurity limit exceeded"
  private static let beyond = PictureError.unsupported("beyond the codec's limits")

  private static func size(in text: String) -> PixelSize? {
    let words = text.split { $0.isWhitespace }
    guard let word = words.firstIndex(of: "size"), word + 1 < words.count else { return nil }
    let sides = words[word + 1].split(separator: "x").map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The reason of the last failure; it is forgotten.
  static var reason: PictureError {
    defer { vips_error_clear() }
    return reason(in: unsafe String(cString: vips_error_buffer()))
  }

  /// The reason that a text of libvips or its libraries means.
  static func reason(in text: String) -> PictureError {
    // libheif calls its own limits an error of memory.
    if text.contains(text: limit) {
      return size(in: text).map(PictureError.tooManyPixels) ?? beyond
    }
    if shortages.contains(where: text.contains(text:)) { return .outOfMemory }
    if heifNames.contains(where: text.contains(text:)) {
      return heifLacks.contains(where: text.contains(text:))
        ? .unsupported("HEIF of this kind") : .damaged
    }
    if let lack = lacks.first(where: { text.contains(text: $0.0) }) { return .unsupported(lack.1) }
    return endings.contains(where: text.contains(text:)) ? .truncated : .damaged
  }
}
