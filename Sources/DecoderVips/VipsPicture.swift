internal import Base
internal import CVips
internal import DecoderKit
internal import DecoderProtocol
internal import Imaging
internal import Synchronization

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

/// libvips, initialized once per process.
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
    listen()
    guard unsafe vips_init("photocell-decoder") == 0 else { return false }
    vips_concurrency_set(1)
    vips_cache_set_max(0)
    // Its vector code is generated at run time, in memory that a sandbox should not allow.
    vips_vector_set_enabled(0)
    allowLoaders()
    return true
  }

  /// Blocks all loaders but those of the format table: not all are meant for untrusted files.
  private static func allowLoaders() {
    unsafe vips_operation_block_set("VipsForeignLoad", 1)
    for loader in Set(PictureFormat.allCases.compactMap(\.descriptor.vipsLoader)) {
      let type = unsafe vips_type_find("VipsForeignLoad", loader)
      guard type != 0, let name = unsafe g_type_name(type) else { continue }
      unsafe vips_operation_block_set(name, 0)
    }
  }

  /// Intercepts log messages of the libraries instead of writing them to the terminal.
  private static func listen() {
    unsafe g_log_set_default_handler({ _, _, text, _ in unsafe VipsLibrary.hear(text) }, nil)
    unsafe g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
  }

  private static func hear(_ text: UnsafePointer<CChar>?) {
    guard let text = unsafe text.map({ unsafe String(cString: $0) }),
      warnings.contains(where: text.contains(text:))
    else { return }
    count.add(1, ordering: .relaxed)
  }
}
