internal import DecoderMessages
internal import CVips
internal import DecoderCore
internal import Imaging

/// One file on its way through libvips.
@safe
struct VipsReading {
  private let file: UnsafeRawBufferPointer
  private let loader: VipsLoader
  private let rule: CutRule
  private let thumbnail: ThumbnailUse
  /// What the colours mean where libvips finds no profile.
  private let fallback: PictureColors
  private let onSize: @Sendable (PixelSize) -> Void

  /// Takes a file, whose bytes must stay where they are until the picture is there.
  init(
    file: UnsafeRawBufferPointer, loader: VipsLoader, rule: CutRule, thumbnail: ThumbnailUse,
    fallback: PictureColors, onSize: @escaping @Sendable (PixelSize) -> Void
  ) {
    unsafe self.file = unsafe file
    self.loader = loader
    self.rule = rule
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
    let frame = Frame(
      size: whole.size, orientation: orientation,
      colors: whole.colors == .standard ? fallback : whole.colors, exif: whole.exif)
    if let small = try smallPicture(in: frame) { return small }
    guard thumbnail != .only else { throw .noThumbnail }
    let cut = rule.cut(of: frame.size, turnedBy: orientation)
    var picture = try read(whole, as: frame, cut)
    picture.info.isMoving = loader.hasFrames && whole.pageCount > 1
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
    let shape = ThumbnailRule(photo: frame.size, thumbnail: small.size)
    guard thumbnail == .only ? shape.hasSameShape : shape.suffices(for: rule.box) else {
      return nil
    }
    let colored = Frame(
      size: frame.size, orientation: frame.orientation,
      colors: small.colors == .standard ? frame.colors : small.colors, exif: frame.exif)
    let size = shape.size(in: rule.box)
    let target = PixelSize(
      width: min(size.width, small.size.width), height: min(size.height, small.size.height))
    var picture = try? read(small, as: colored, PictureCut(allOf: small.size, target: target))
    picture?.isFromThumbnail = true
    return picture
  }

  private func read(
    _ picture: borrowing VipsPicture, as frame: Frame, _ cut: PictureCut
  ) throws(PictureError) -> DecodedPicture {
    let isCMYK = picture.isCMYK
    let source = try isCMYK ? picture.cmyk() : picture.standard()
    var rows = AveragedRows(cut.area.size, to: cut.target, hasAlpha: !isCMYK)
    let hasAllRows = try source.read(cut.area, into: &rows)
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
