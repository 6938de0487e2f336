internal import DecoderMessages
internal import CVips
internal import DecoderCore
internal import Imaging

/// One file on its way through libvips.
@safe
struct VipsReading {
  private let file: UnsafeRawBufferPointer
  private let loader: VipsLoader
  private let box: PixelSize
  private let wholeBox: PixelSize
  private let thumbnail: ThumbnailUse
  /// What the colours mean where libvips finds no profile.
  private let fallback: PictureColors
  private let onSize: @Sendable (PixelSize) -> Void

  /// Takes a file, whose bytes must stay where they are until the picture is there.
  init(
    file: UnsafeRawBufferPointer, loader: VipsLoader, box: PixelSize, wholeBox: PixelSize,
    thumbnail: ThumbnailUse, fallback: PictureColors,
    onSize: @escaping @Sendable (PixelSize) -> Void
  ) {
    unsafe self.file = unsafe file
    self.loader = loader
    self.box = box
    self.wholeBox = wholeBox
    self.thumbnail = thumbnail
    self.fallback = fallback
    self.onSize = onSize
  }

  /// Decodes the file.
  /// - Throws: The reason why there is no picture.
  func picture() throws(PictureError) -> DecodedPicture {
    let complaints = VipsLibrary.complaintCount
    let whole = try open()
    try PictureLimit.check(whole.size)
    onSize(whole.size)
    let orientation = loader.leavesTurning ? whole.orientation : .topLeft
    let rule = Frame(
      size: whole.size, orientation: orientation,
      colors: whole.colors == .standard ? fallback : whole.colors, exif: whole.exif)
    if let small = try smallPicture(in: rule) { return small }
    guard thumbnail != .only else { throw .noThumbnail }
    let target = rule.size.fitted(into: orientation.shown(wholeBox))
    var picture = try read(whole, as: rule, to: target, isFromThumbnail: false)
    if whole.pageCount == 1, VipsLibrary.complaintCount > complaints {
      picture.info.isComplete = false
    }
    return picture
  }

  /// What is known of the whole picture.
  private struct Frame {
    let size: PixelSize
    let orientation: Orientation
    let colors: PictureColors
    let exif: ExifBlock
  }

  private func open(_ option: String? = nil, _ value: Int = 0) throws(PictureError) -> VipsPicture {
    try unsafe VipsPicture(
      VipsLoad(loader.rawValue, file.baseAddress, file.count, option, Int32(value)))
  }

  /// The small picture inside, where there is one that may be used.
  private func smallPicture(in frame: Frame) throws(PictureError) -> DecodedPicture? {
    guard loader.hasThumbnails, thumbnail != .never, let small = try? open("thumbnail", 1),
      small.size != frame.size
    else { return nil }
    let rule = ThumbnailRule(photo: frame.size, thumbnail: small.size)
    guard thumbnail == .only ? rule.hasSameShape : rule.suffices(for: box) else { return nil }
    let colored = Frame(
      size: frame.size, orientation: frame.orientation,
      colors: small.colors == .standard ? frame.colors : small.colors, exif: frame.exif)
    return try? read(small, as: colored, to: rule.size(in: box), isFromThumbnail: true)
  }

  private func read(
    _ picture: borrowing VipsPicture, as frame: Frame, to target: PixelSize, isFromThumbnail: Bool
  ) throws(PictureError) -> DecodedPicture {
    let isCMYK = picture.isCMYK
    let source = try isCMYK ? picture.cmyk() : picture.standard()
    let size = PixelSize(
      width: min(target.width, source.size.width), height: min(target.height, source.size.height))
    var rows = AveragedRows(source.size, to: size, hasAlpha: !isCMYK)
    let hasAllRows = try source.read(into: &rows)
    let plain = rows.finish(isComplete: hasAllRows)
    let bitmap =
      isCMYK
      ? plain.fromCMYK(isInverted: false, frame.colors)
      : plain.inStandardColors(frame.colors, isGray: picture.isGray)
    return DecodedPicture(
      bitmap: bitmap.turned(by: frame.orientation),
      info: frame.exif.info(
        of: frame.size, turnedBy: frame.orientation, isComplete: hasAllRows),
      isFromThumbnail: isFromThumbnail)
  }
}
