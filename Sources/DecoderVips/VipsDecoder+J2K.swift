internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

extension VipsDecoder {
  /// Images up to this number of pixels are decoded at full size.
  private static let wholeArea = 1 << 18
  /// Images above this number of pixels are decoded no larger than needed.
  private static let largeArea = 4 << 20
  /// Limit for decoded samples of four bytes, well below the memory limit of the process.
  private static let mostSamples = 160 << 20

  func decodeJ2K(_ bytes: [UInt8]) throws(PictureError) -> DecodedPicture {
    let container = try J2KContainer(bytes)
    let header = try J2KHeader(container.codestream)
    try announce(header.size)
    let tiles = try J2KTiles(header, in: container)
    guard thumbnail != .only else { throw .noThumbnail }
    let result = unsafe bytes.withUnsafeBytes { file in
      Result { () throws(PictureError) in
        let decoder = try unsafe J2KDecoder(file)
        do throws(PictureError) {
          return try picture(of: decoder, container, header, tiles)
        } catch {
          throw error == .damaged && tiles.isCutShort ? .truncated : error
        }
      }
    }
    return try result.get()
  }

  private func picture(
    of decoder: borrowing J2KDecoder, _ container: J2KContainer, _ header: J2KHeader,
    _ tiles: J2KTiles
  ) throws(PictureError) -> DecodedPicture {
    let image = try decoder.header()
    let cut = rule.cut(of: header.size, decodesWhole: header.unit == nil)
    let reduction = Self.reduction(
      of: cut.area.size, to: cut.target, atMost: decoder.mostReductions(of: image))
    let part = J2KPart(cut, of: header, reduction: reduction)
    guard part.sampleCount <= Self.mostSamples else { throw .tooManyPixels(header.size) }
    try decoder.decode(image, part.decoded, reduction: reduction)
    let pixels = J2KPixels(try image.planes(), in: container)
    var rows = AveragedRows(
      pixels.size, to: part.size(of: pixels.size), hasAlpha: pixels.hasAlpha)
    pixels.read(into: &rows, tiles, part)
    let isComplete = !tiles.isCutShort && !decoder.hasMissedData
    let plain = part.bitmap(of: rows.finish(isComplete: isComplete))
    let colors = container.profile.map(PictureColors.profile) ?? .standard
    return DecodedPicture(
      bitmap: pixels.isCMYK
        ? plain.fromCMYK(isInverted: false, colors)
        : plain.inStandardColors(colors, isGray: pixels.isGray),
      info: PictureInfo(size: header.size, isComplete: isComplete), region: cut.region)
  }

  /// How many times to halve the image before averaging.
  ///
  /// Each reduction shifts pixels by half a pixel towards the origin. So the image is decoded at
  /// twice the target size, unless that takes too long.
  private static func reduction(of size: PixelSize, to target: PixelSize, atMost most: Int) -> Int {
    guard size.area > wholeArea else { return 0 }
    func covers(_ reduction: Int, _ wanted: PixelSize) -> Bool {
      wanted.width <= size.width >> reduction && wanted.height <= size.height >> reduction
    }
    let double = PixelSize(width: target.width * 2, height: target.height * 2)
    var reduction = 0
    while reduction < most, covers(reduction + 1, double) { reduction += 1 }
    let isLarge = size.area >> (2 * reduction) > largeArea
    return isLarge && reduction < most && covers(reduction + 1, target) ? reduction + 1 : reduction
  }
}
