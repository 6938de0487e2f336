internal import Base
internal import CVips
internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

/// Which image, channels and rows of a file are read.
struct VipsSelection {
  var page = 0
  /// The subdirectory of that page; nil for the page itself.
  var subpage: Int?
  /// Number of channels from the first one; nil for all.
  var bandCount: Int?
  /// Number of available rows from the top; nil for all.
  var rowCount: Int?
}

@safe
struct VipsReading {
  let file: UnsafeRawBufferPointer
  let loader: VipsLoader
  let hints: Hints
  let decoder: VipsDecoder

  /// Information about the file beyond what libvips provides.
  struct Hints {
    var selection = VipsSelection()
    var colors = PictureColors.standard
    var isMultiplied = false
    /// Areas whose pixels are substitutes for truncated data.
    var missingAreas: [PixelRect] = []
  }

  func picture() throws(PictureError) -> DecodedPicture {
    let warnings = VipsLibrary.warningCount
    let whole = try opened()
    try decoder.announce(whole.size)
    let orientation = loader.leavesTurning ? whole.orientation : .topLeft
    let frame = Frame(
      size: whole.size, orientation: orientation,
      colors: whole.colors == .standard ? hints.colors : whole.colors, exif: whole.exif)
    if let small = try smallPicture(in: frame) { return small }
    guard decoder.thumbnail != .only else { throw .noThumbnail }
    let cut = decoder.rule.cut(of: frame.size, turnedBy: orientation)
    var picture = try read(whole, as: frame, cut, without: hints.missingAreas)
    if !hints.missingAreas.isEmpty { picture.info.isComplete = false }
    picture.info.isMoving = loader.hasFrames && whole.pageCount > 1
    if whole.pageCount == 1, VipsLibrary.warningCount > warnings { picture.info.isComplete = false }
    return picture
  }

  private struct Frame {
    let size: PixelSize
    let orientation: Orientation
    let colors: PictureColors
    let exif: ExifBlock
  }

  private func open(_ option: String? = nil, _ value: Int = 0) throws(PictureError) -> VipsPicture {
    try unsafe VipsPicture(
      VipsLoad(loader.name, file.baseAddress, file.count, option, Int32(value)))
  }

  private func opened() throws(PictureError) -> VipsPicture {
    let picture =
      if let subpage = hints.selection.subpage {
        try open("subifd", subpage)
      } else if hints.selection.page > 0 {
        try open("page", hints.selection.page)
      } else {
        try open()
      }
    guard let count = hints.selection.bandCount, count < picture.bandCount else { return picture }
    return try picture.withBands(count)
  }

  private func smallPicture(in frame: Frame) throws(PictureError) -> DecodedPicture? {
    let (box, use) = (decoder.rule.box, decoder.thumbnail)
    guard loader.hasThumbnails, use != .never, use == .only || hints.missingAreas.isEmpty,
      let small = try? open("thumbnail", 1), small.size != frame.size
    else { return nil }
    let shape = ThumbnailRule(photo: frame.size, thumbnail: small.size)
    guard use == .only ? shape.hasSameShape : shape.suffices(for: box) else { return nil }
    let colored = Frame(
      size: frame.size, orientation: frame.orientation,
      colors: small.colors == .standard ? frame.colors : small.colors, exif: frame.exif)
    let size = shape.size(in: box)
    let target = PixelSize(
      width: min(size.width, small.size.width), height: min(size.height, small.size.height))
    var picture = try? read(small, as: colored, CropScale(allOf: small.size, target: target))
    picture?.isFromThumbnail = true
    return picture
  }

  private func read(
    _ picture: borrowing VipsPicture, as frame: Frame, _ cut: CropScale,
    without missing: [PixelRect] = []
  ) throws(PictureError) -> DecodedPicture {
    let isCMYK = picture.isCMYK
    let source = try isCMYK ? picture.cmyk() : picture.standard()
    let isMultiplied = hints.isMultiplied
    var rows = AveragedRows(cut.area.size, to: cut.target, hasAlpha: !isCMYK && !isMultiplied)
    let hasAllRows = try source.read(
      cut.area, rowCount: hints.selection.rowCount, into: &rows,
      change: !isMultiplied && missing.isEmpty
        ? nil
        : { y, row in
          if isMultiplied { row.limitToAlpha() }
          for area in missing where area.rows.contains(y) {
            row.clear(area.columns.clamped(to: cut.area.columns), from: cut.area.x)
          }
        })
    let plain = rows.finish(isComplete: hasAllRows)
    let bitmap =
      isCMYK
      ? plain.fromCMYK(isInverted: false, frame.colors)
      : plain.inStandardColors(frame.colors, isGray: picture.isGray)
    return DecodedPicture(
      bitmap: bitmap.turned(by: frame.orientation),
      info: frame.exif.info(
        of: frame.size, turnedBy: frame.orientation, isComplete: hasAllRows),
      region: cut.region)
  }
}

extension [UInt8] {
  /// Makes columns of an RGBA row that starts at column `first` transparent.
  fileprivate mutating func clear(_ columns: Range<Int>, from first: Int) {
    for index in columns.lowerBound - first..<columns.upperBound - first {
      for byte in index * 4..<index * 4 + 4 { self[byte] = 0 }
    }
  }
}

/// A loader operation of libvips that reads from memory.
struct VipsLoader: Hashable {
  let name: String

  static let gif = VipsLoader(name: "gifload_buffer")
  static let webP = VipsLoader(name: "webpload_buffer")
  static let tiff = VipsLoader(name: "tiffload_buffer")
  static let heif = VipsLoader(name: "heifload_buffer")

  /// The others rotate the image themselves, and the orientation in EXIF must not be applied again.
  var leavesTurning: Bool { self == .tiff || self == .webP }

  /// Whether the pages of a file are animation frames.
  var hasFrames: Bool { self == .gif || self == .webP }

  var hasThumbnails: Bool { self == .heif }
}

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
