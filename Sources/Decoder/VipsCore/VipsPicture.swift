internal import CVips
internal import DecoderCore
internal import DecoderMessages
internal import Imaging

/// An image of libvips, whose pixels are decoded when they are asked for; let go of when it goes.
@safe
struct VipsPicture: ~Copyable {
  private let image: UnsafeMutablePointer<VipsImage>

  /// Takes an image that nobody else owns.
  /// - Throws: What the libraries say is wrong, where there is no image.
  init(_ image: UnsafeMutablePointer<VipsImage>?) throws(PictureError) {
    guard let image = unsafe image else { throw VipsFailure.reason }
    unsafe self.image = unsafe image
  }

  deinit {
    unsafe g_object_unref(image)
  }

  /// The stored size in pixels.
  var size: PixelSize {
    unsafe PixelSize(width: Int(image.pointee.Xsize), height: Int(image.pointee.Ysize))
  }

  /// How many channels a pixel has.
  var bandCount: Int { unsafe Int(image.pointee.Bands) }

  /// How many pictures, or sizes of one picture, the file holds.
  var pageCount: Int { unsafe Int(vips_image_get_n_pages(image)) }

  /// The orientation that the file's EXIF block or tag says.
  var orientation: Orientation {
    unsafe Orientation(rawValue: Int(vips_image_get_orientation(image))) ?? .topLeft
  }

  /// What the channels are.
  private var meaning: VipsInterpretation { unsafe vips_image_guess_interpretation(image) }

  /// Whether the channels are red, green and blue, or grey, whose profile can be used later.
  private var hasPlainColors: Bool {
    [
      VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_RGB16,
      VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16,
    ].contains(meaning)
  }

  /// Whether there is one channel besides alpha.
  var isGray: Bool {
    [VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16].contains(meaning)
  }

  /// Whether the channels are cyan, magenta, yellow and black, and nothing else.
  var isCMYK: Bool { meaning == VIPS_INTERPRETATION_CMYK && bandCount == 4 }

  /// What the colours mean that `standard()` and `cmyk()` leave as they are.
  var colors: PictureColors {
    guard hasPlainColors || isCMYK, let profile = profile() else { return .standard }
    return .profile(profile)
  }

  /// What the file's EXIF block says; nothing where it has none.
  var exif: ExifBlock { metadata(VIPS_META_EXIF_NAME).map { ExifBlock($0[...]) } ?? ExifBlock() }

  /// The picture as a JPEG, or else as a PNG, in base64; nil where it cannot be decoded.
  ///
  /// It is decoded for this, and cannot be a second time.
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

  /// The picture in CMYK of eight bits each, of which 255 is all.
  /// - Throws: What the libraries say is wrong.
  borrowing func cmyk() throws(PictureError) -> VipsPicture {
    try unsafe VipsPicture(VipsCMYKToBytes(image))
  }

  /// The picture in red, green, blue and alpha of eight bits each, not multiplied.
  ///
  /// Plain colours keep their values; all others become sRGB.
  /// - Throws: `PictureError.unsupported` where nobody can know what the channels mean.
  borrowing func standard() throws(PictureError) -> VipsPicture {
    let byProfile = !hasPlainColors && profile() != nil
    let colored = unsafe byProfile ? VipsToStandardByProfile(image) : VipsToStandard(image)
    guard let colored = unsafe colored else {
      vips_error_clear()
      throw .unsupported("\(bandCount) channels")
    }
    let picture = try unsafe VipsPicture(VipsPicture(colored).bytes())
    // A TIFF may have spot colours and selections behind alpha, which no conversion takes away.
    if picture.bandCount > 4 { return try picture.withBands(4) }
    guard unsafe vips_image_hasalpha(picture.image) == 0 else { return picture }
    return try unsafe VipsPicture(VipsAddAlpha(picture.image))
  }

  /// The picture with so many of its channels, from the first on.
  /// - Throws: What the libraries say is wrong.
  borrowing func withBands(_ count: Int) throws(PictureError) -> VipsPicture {
    try unsafe VipsPicture(VipsFirstBands(image, Int32(count)))
  }

  private consuming func bytes() -> UnsafeMutablePointer<VipsImage>? {
    unsafe VipsToBytes(image)
  }

  /// Hands the rows of a part over, as far as they can be decoded.
  ///
  /// libvips is asked for some rows at a time, on this thread, and never has the whole picture.
  /// - Parameters:
  ///   - area: The part, inside the picture.
  ///   - rowCount: How many rows of the picture are there, from the top; nil for all.
  ///   - rows: Takes the rows; must be made for pictures of the size of the part.
  ///   - change: Changes a row of the part, of four bytes a pixel, before it is taken; called with its number in the
  ///     picture.
  /// - Returns: Whether all rows came.
  /// - Throws: Why there is not one row.
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
