internal import Base
internal import CVips
internal import DecoderKit
internal import DecoderProtocol
internal import Glibc
internal import Imaging
internal import Synchronization

@safe
struct VipsReading {
  let file: UnsafeRawBufferPointer
  let loader: VipsLoader
  let hints: Hints
  let decoder: VipsDecoder

  /// The image, channels and rows to read, and information that libvips lacks.
  struct Hints {
    var page = 0
    /// The subdirectory of that page; nil for the page itself.
    var subpage: Int?
    /// Number of channels from the first one; nil for all.
    var bandCount: Int?
    /// Number of available rows from the top; nil for all.
    var rowCount: Int?
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
      if let subpage = hints.subpage {
        try open("subifd", subpage)
      } else if hints.page > 0 {
        try open("page", hints.page)
      } else {
        try open()
      }
    guard let count = hints.bandCount, count < picture.bandCount else { return picture }
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
      cut.area, rowCount: hints.rowCount, into: &rows,
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

/// A libvips image, whose pixels are decoded on demand.
@safe
struct VipsPicture: ~Copyable {
  private let image: UnsafeMutablePointer<VipsImage>

  /// Takes ownership; throws the last libvips error if there is no image.
  init(_ image: UnsafeMutablePointer<VipsImage>?) throws(PictureError) {
    guard let image = unsafe image else { throw VipsFailure.reason }
    unsafe self.image = unsafe image
  }

  deinit {
    unsafe g_object_unref(image)
  }

  var size: PixelSize {
    unsafe PixelSize(width: Int(image.pointee.Xsize), height: Int(image.pointee.Ysize))
  }

  var bandCount: Int { unsafe Int(image.pointee.Bands) }

  /// The number of images or image sizes in the file.
  var pageCount: Int { unsafe Int(vips_image_get_n_pages(image)) }

  var orientation: Orientation {
    unsafe Orientation(rawValue: Int(vips_image_get_orientation(image))) ?? .topLeft
  }

  private var meaning: VipsInterpretation { unsafe vips_image_guess_interpretation(image) }

  /// Whether the channels are RGB or gray, so that the profile can be applied later.
  private var hasPlainColors: Bool {
    [
      VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_RGB16,
      VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16,
    ].contains(meaning)
  }

  var isGray: Bool { [VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16].contains(meaning) }

  var isCMYK: Bool { meaning == VIPS_INTERPRETATION_CMYK && bandCount == 4 }

  var colors: PictureColors {
    guard hasPlainColors || isCMYK, let profile = profile() else { return .standard }
    return .profile(profile)
  }

  var exif: ExifBlock { metadata(VIPS_META_EXIF_NAME).map { ExifBlock($0[...]) } ?? ExifBlock() }

  /// The image as a JPEG or PNG in base64; decodes it, which is possible only once.
  borrowing func inBase64(asJPEG: Bool) -> String? {
    guard let text = unsafe VipsInBase64(image, asJPEG ? 1 : 0) else { return nil }
    defer { unsafe g_free(text) }
    return unsafe String(cString: text)
  }

  private borrowing func profile() -> [UInt8]? { metadata(VIPS_META_ICC_NAME) }

  private borrowing func metadata(_ name: String) -> [UInt8]? {
    var bytes: UnsafeRawPointer?
    var count = 0
    guard unsafe vips_image_get_typeof(image, name) != 0,
      unsafe vips_image_get_blob(image, name, &bytes, &count) == 0
    else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// Converts to 8-bit CMYK, where 255 is full ink.
  borrowing func cmyk() throws(PictureError) -> VipsPicture {
    try unsafe VipsPicture(VipsCMYKToBytes(image))
  }

  /// Converts to 8-bit RGBA, not premultiplied; plain colors keep their values, others become sRGB.
  borrowing func standard() throws(PictureError) -> VipsPicture {
    let byProfile = !hasPlainColors && profile() != nil
    let colored = unsafe byProfile ? VipsToStandardByProfile(image) : VipsToStandard(image)
    guard let colored = unsafe colored else {
      vips_error_clear()
      throw .unsupported("\(bandCount) channels")
    }
    let picture = try unsafe VipsPicture(VipsPicture(colored).bytes())
    // A TIFF may have spot colors and selections after alpha, which conversions keep.
    if picture.bandCount > 4 { return try picture.withBands(4) }
    guard unsafe vips_image_hasalpha(picture.image) == 0 else { return picture }
    return try unsafe VipsPicture(VipsAddAlpha(picture.image))
  }

  borrowing func withBands(_ count: Int) throws(PictureError) -> VipsPicture {
    try unsafe VipsPicture(VipsFirstBands(image, Int32(count)))
  }

  private consuming func bytes() -> UnsafeMutablePointer<VipsImage>? { unsafe VipsToBytes(image) }

  /// Passes on available rows of an area; returns whether that was all, throws if there is none.
  ///
  /// Requests a few rows at a time from libvips, on this thread, so that the whole image is never
  /// in memory. `rowCount` is the number of available rows from the top, nil for all. `change`
  /// modifies an RGBA row of the area, with its number in the image.
  borrowing func read(
    _ area: PixelRect, rowCount: Int? = nil, into rows: inout AveragedRows,
    change: ((_ y: Int, _ row: inout [UInt8]) -> Void)? = nil
  ) throws(PictureError) -> Bool {
    guard let region = unsafe vips_region_new(image) else { throw .outOfMemory }
    defer { unsafe g_object_unref(region) }
    let end = min(area.rows.upperBound, rowCount ?? .max)
    guard end > area.y else { throw .truncated }
    for top in stride(from: area.y, to: end, by: Self.stripHeight) {
      let height = min(Self.stripHeight, end - top)
      var strip = VipsRect(
        left: Int32(area.x), top: Int32(top), width: Int32(area.size.width), height: Int32(height))
      guard unsafe vips_region_prepare(region, &strip) == 0 else {
        guard top > 0 else { throw VipsFailure.reason }
        vips_error_clear()
        return false
      }
      for y in top..<top + height {
        let row = unsafe UnsafeRawBufferPointer(
          start: VipsPixels(region, Int32(area.x), Int32(y)), count: area.size.width * 4)
        if let change {
          var changed = unsafe Array(row)
          change(y, &changed)
          unsafe changed.withUnsafeBytes { unsafe rows.take($0) }
        } else {
          unsafe rows.take(row)
        }
      }
    }
    return end == area.rows.upperBound
  }

  private static let stripHeight = 64
}

enum VipsLibrary {
  /// Texts of warnings about missing pixels or absurd sizes; most warnings are about other things.
  private static let warnings = [
    "end of", "runcated", "ead error", "orrupt", "remature", "ot enough data", "error in tile",
    "out of range",
  ]

  private static let count = Atomic(0)
  private static let isStarted = start()

  /// Initializes libvips once, without starting threads.
  static func ready() throws(PictureError) {
    guard isStarted else { throw .outOfMemory }
  }

  static var warningCount: Int { count.load(ordering: .relaxed) }

  private static func start() -> Bool {
    // Intercept log messages of the libraries instead of writing them to the terminal.
    unsafe g_log_set_default_handler({ _, _, text, _ in unsafe VipsLibrary.hear(text) }, nil)
    unsafe g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
    // Its modules lie in a folder beside this program where that brings its own libraries.
    if let folder = OwnProgram.folder, unsafe access("\(folder)/lib", X_OK) == 0 {
      unsafe setenv("VIPSHOME", "\(folder)/lib", 1)
    }
    guard unsafe vips_init("photocell-decoder") == 0 else { return false }
    vips_concurrency_set(1)
    vips_cache_set_max(0)
    // Its vector code is generated at run time, in memory that a sandbox should not allow.
    vips_vector_set_enabled(0)
    // Block all loaders but those of the format table: not all are meant for untrusted files.
    unsafe vips_operation_block_set("VipsForeignLoad", 1)
    for loader in Set(PictureFormat.allCases.compactMap(\.descriptor.vipsLoader)) {
      let type = unsafe vips_type_find("VipsForeignLoad", loader)
      guard type != 0, let name = unsafe g_type_name(type) else { continue }
      unsafe vips_operation_block_set(name, 0)
    }
    return true
  }

  private static func hear(_ text: UnsafePointer<CChar>?) {
    guard let text = unsafe text.map({ unsafe String(cString: $0) }),
      warnings.contains(where: text.contains(text:))
    else { return }
    count.add(1, ordering: .relaxed)
  }
}
