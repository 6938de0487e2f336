internal import Base
internal import CVips
internal import DecoderProtocol
internal import Imaging

/// Maps error texts of libvips, which has no codes, to errors.
enum VipsFailure {
  private static let endings = [
    "bad seek", "Unexpected end of file", "inconsistent with stream length", "end of file",
    "runcated", "Stream too short", "remature",
  ]
  /// Prefixes of errors from libheif and its loader.
  ///
  /// Examples: "heif: Invalid input: No 'hdlr' box (2.104)", "heifload_buffer: undefined bits per
  /// pixel". libheif reads until there are no more boxes, so that each of its failures is preceded
  /// by "bad seek". `HEIFPicture` detects truncated files by their boxes.
  private static let heifNames = ["heif: ", "heifload"]
  /// libheif's codes for unsupported files and features.
  private static let heifLacks = ["(3.", "(4."]
  /// Texts for unsupported TIFFs, and the feature.
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

  /// Prefix for exceeded limits of libheif, as in "Security limit exceeded: Image size 20000x4000
  /// exceeds the maximum image size".
  private static let limit = "ecurity limit exceeded"
  private static let beyond = PictureError.unsupported("beyond the codec's limits")

  private static func size(in text: String) -> PixelSize? {
    let words = text.split { $0.isWhitespace }
    guard let word = words.firstIndex(of: "size"), word + 1 < words.count else { return nil }
    let sides = words[word + 1].split(separator: "x").map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// The reason of the last failure; clears the error buffer.
  static var reason: PictureError {
    defer { vips_error_clear() }
    return reason(in: unsafe String(cString: vips_error_buffer()))
  }

  static func reason(in text: String) -> PictureError {
    // libheif reports its own limits as a memory error.
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
