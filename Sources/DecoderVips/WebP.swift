internal import CWebP
internal import DecoderKit
package import DecoderProtocol
package import Imaging

/// The frames of an animated WebP (RFC 9649, section 2.7.1.1), each decoded from its own WebP.
package struct WebPFrames: MovingPicture {
  private var canvas: FrameCanvas
  private var chunks: RIFFChunks
  private var count = 0
  private var isWhole = true

  private static let frameHeadLength = 16

  /// Throws `.unsupported` for an image without animation; calls `onSize` after the limit check.
  package init(
    _ file: [UInt8], in box: PixelSize, onSize: (PixelSize) -> Void
  ) throws(PictureError) {
    guard let header = WebPHeader(file) else { throw .truncated }
    try PictureLimit.check(header.size)
    onSize(header.size)
    chunks = RIFFChunks(ByteView(file))
    guard let play = chunks.data("ANIM"), play.count >= 6 else {
      throw .unsupported("WebP that stands still")
    }
    canvas = FrameCanvas(
      header.size, in: box,
      orientation: chunks.data("EXIF").map { ExifBlock($0).orientation } ?? .topLeft,
      chunks.data("ICCP").map { .profile(Array($0)) } ?? .standard,
      playCount: play.dropFirst(4).prefix(2).littleEndian ?? 0)
  }

  package var start: MovingStart { canvas.start }

  package mutating func next() throws(PictureError) -> MovingFrame? {
    guard isWhole else { throw .truncated }
    while let chunk = chunks.next() {
      let isFrame = chunk.name == "ANMF"
      isWhole = chunk.isWhole
      guard isWhole || isFrame && count == 0 else { throw .truncated }
      guard isFrame else { continue }
      count += 1
      return canvas.frame(showing: try Self.piece(chunk.data, isWhole: isWhole))
    }
    if chunks.isCutShort { throw .truncated }
    return nil
  }

  private static func piece(
    _ content: ArraySlice<UInt8>, isWhole: Bool
  ) throws(PictureError) -> FramePiece {
    let head = content.prefix(frameHeadLength)
    guard head.count == frameHeadLength, let flags = head.last else { throw .truncated }
    func number(_ place: Int) -> Int { head.dropFirst(place).prefix(3).littleEndian ?? 0 }
    let size = PixelSize(width: number(6) + 1, height: number(9) + 1)
    try PictureLimit.check(size)
    let bitmap = try bitmap(of: content.dropFirst(frameHeadLength), size, isWhole: isWhole)
    return FramePiece(
      x: number(0) * 2, y: number(3) * 2, bitmap, delay: .milliseconds(number(12)),
      flags & 1 == 1 ? .clear : .keep, isBlended: flags & 2 == 0)
  }

  /// Decodes the chunks of a frame as an image; transparent where they are truncated.
  private static func bitmap(
    of chunks: ArraySlice<UInt8>, _ size: PixelSize, isWhole: Bool
  ) throws(PictureError) -> Bitmap {
    // libwebp accepts the chunks without the headers of a file.
    let file = Array(chunks)
    guard isWhole else {
      let rule = CropRule(box: size, wholeBox: nil, region: nil)
      let bitmap = try unsafe file.span.withUnsafeBytes { file throws(PictureError) in
        try unsafe WebPBeginning(file).picture(cutBy: rule, .standard).bitmap
      }
      guard bitmap.size == size else { throw .damaged }
      return bitmap
    }
    let length = size.area * 4
    var pixels = unsafe [UInt8](unsafeUninitializedCapacity: length) { target, count in
      let start = unsafe WebPDecodeRGBAInto(
        file, file.count, target.baseAddress, length, Int32(size.width * 4))
      count = unsafe start == nil ? 0 : length
    }
    var (width, height): (Int32, Int32) = (0, 0)
    guard pixels.count == length, unsafe WebPGetInfo(file, file.count, &width, &height) != 0,
      width == size.width, height == size.height
    else { throw .damaged }
    pixels.multiplyByAlpha()
    return Bitmap(size: size, bytes: pixels)
  }
}

/// The available rows of a truncated WebP, decoded by libwebp; libvips rejects such files.
@safe
struct WebPBeginning: ~Copyable {
  private let decoder: OpaquePointer
  private let status: VP8StatusCode

  /// Keeps a pointer to the bytes.
  init(_ file: UnsafeRawBufferPointer) throws(PictureError) {
    guard let decoder = unsafe WebPINewRGB(MODE_RGBA, nil, 0, 0) else { throw .outOfMemory }
    unsafe self.decoder = unsafe decoder
    let bytes = unsafe file.baseAddress?.assumingMemoryBound(to: UInt8.self)
    status = unsafe WebPIUpdate(decoder, bytes, file.count)
  }

  deinit {
    unsafe WebPIDelete(decoder)
  }

  /// Throws `.truncated` if there is no row; missing rows are transparent.
  borrowing func picture(
    cutBy rule: CropRule, _ colors: PictureColors
  ) throws(PictureError) -> DecodedPicture {
    if status == VP8_STATUS_OUT_OF_MEMORY { throw .outOfMemory }
    var (last, width, height, stride): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard
      let pixels = unsafe WebPIDecGetRGB(decoder, &last, &width, &height, &stride),
      last > 0
    else { throw .truncated }
    let size = PixelSize(width: Int(width), height: Int(height))
    let cut = rule.cut(of: size)
    var rows = AveragedRows(size, cut, hasAlpha: true)
    for y in 0..<Int(last) {
      let row = unsafe UnsafeRawBufferPointer(
        start: pixels + y * Int(stride), count: size.width * 4)
      unsafe rows.take(row)
    }
    let bitmap = rows.finish(isComplete: false).inStandardColors(colors, isGray: false)
    return DecodedPicture(
      bitmap: bitmap, info: PictureInfo(size: size, isComplete: false), region: cut.region)
  }
}
