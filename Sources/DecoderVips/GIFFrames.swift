internal import CVips
internal import DecoderKit
package import DecoderProtocol
package import Imaging

/// The frames of a GIF (GIF89a), each decoded from a GIF built for it to limit memory.
package struct GIFFrames: MovingPicture {
  private let file: [UInt8]
  private var canvas: FrameCanvas
  private let colors: GIFTable?
  private var position: Int
  private var count = 0
  private var isWhole = true

  private static let headLength = 13
  private static let extensionMark: UInt8 = 0x21
  private static let imageMark: UInt8 = 0x2C
  private static let trailer: UInt8 = 0x3B
  private static let control: UInt8 = 0xF9
  private static let application: UInt8 = 0xFF

  package init(
    _ file: [UInt8], in box: PixelSize, onSize: (PixelSize) -> Void
  ) throws(PictureError) {
    try VipsLibrary.ready()
    guard file.count >= Self.headLength, let header = GIFHeader(file) else { throw .truncated }
    try PictureLimit.check(header.size)
    onSize(header.size)
    self.file = file
    colors = GIFTable(file[10], in: file, at: Self.headLength)
    position = Self.headLength + (colors?.entries.count ?? 0)
    canvas = FrameCanvas(header.size, in: box, playCount: Self.playCount(in: file, from: position))
  }

  package var start: MovingStart { canvas.start }

  package mutating func next() throws(PictureError) -> MovingFrame? {
    guard isWhole else { throw .truncated }
    guard let (image, control) = try nextImage() else { return nil }
    let (bitmap, isDecoded) = try picture(image, control)
    isWhole = isDecoded && image.isWhole
    guard isWhole || count == 0 else { throw .truncated }
    count += 1
    return canvas.frame(
      showing: FramePiece(
        x: image.area.x, y: image.area.y, bitmap, delay: control.delay, control.disposal,
        isBlended: true))
  }

  private mutating func nextImage() throws(PictureError) -> (GIFImage, GIFControl)? {
    var control = GIFControl()
    while position < file.count {
      switch file[position] {
      case Self.trailer: return nil
      // Some programs write an extra terminator after a block.
      case 0: position += 1
      case Self.extensionMark:
        let blocks = GIFBlocks(file, from: position + 2)
        if position + 1 < file.count, file[position + 1] == Self.control,
          let said = GIFControl(blocks.first)
        {
          control = said
        }
        position = blocks.end
      case Self.imageMark:
        guard let image = GIFImage(file, at: position) else { throw .truncated }
        position = image.end
        return (image, control)
      default: throw .damaged
      }
    }
    throw .truncated
  }

  private func picture(
    _ image: GIFImage, _ control: GIFControl
  ) throws(PictureError) -> (bitmap: Bitmap, isWhole: Bool) {
    try PictureLimit.check(image.area.size)
    let size = image.area.size
    let sides = size.width.littleEndianBytes(2) + size.height.littleEndianBytes(2)
    let table = image.colors ?? colors
    let end: [UInt8] = [Self.trailer]
    let front = Array("GIF89a".utf8) + sides + [table?.flags ?? 0, 0, 0]
    let image =
      [Self.imageMark, 0, 0, 0, 0] + sides + [image.isInterlaced ? 0x40 : 0] + file[image.data]
    let gif = front + (table?.entries ?? []) + control.bytes + image + end
    return try unsafe gif.span.withUnsafeBytes {
      (gif) throws(PictureError) -> (bitmap: Bitmap, isWhole: Bool) in
      let warnings = VipsLibrary.warningCount
      let picture = try unsafe VipsPicture(
        VipsLoad(VipsLoader.gif.name, gif.baseAddress, gif.count, nil, 0)
      ).standard()
      var rows = AveragedRows(picture.size, to: picture.size, hasAlpha: true)
      let isWhole = try picture.read(PixelRect(picture.size), into: &rows)
      return (rows.finish(isComplete: isWhole), isWhole && VipsLibrary.warningCount == warnings)
    }
  }

  /// One more than the repetitions in the Netscape block; one without it.
  private static func playCount(in file: [UInt8], from start: Int) -> Int {
    var place = start
    while place + 1 < file.count, file[place] == extensionMark {
      let blocks = GIFBlocks(file, from: place + 2)
      if file[place + 1] == application, blocks.first.elementsEqual("NETSCAPE2.0".utf8),
        blocks.second.count >= 3, blocks.second.first == 1
      {
        let numbers = blocks.second.dropFirst().map(Int.init)
        let count = numbers[1] << 8 | numbers[0]
        return count == 0 ? 0 : count + 1
      }
      place = blocks.end
    }
    return 1
  }
}

/// A color table (GIF89a, sections 19 and 21).
private struct GIFTable {
  let flags: UInt8
  let entries: ArraySlice<UInt8>

  init?(_ flags: UInt8, in file: [UInt8], at place: Int) {
    let length = 3 << (Int(flags & 7) + 1)
    guard flags & 0x80 != 0, place + length <= file.count else { return nil }
    self.flags = flags & 0x87
    entries = file[place..<place + length]
  }
}

/// Data sub-blocks up to the terminator (GIF89a, sections 15 and 16).
private struct GIFBlocks {
  private let file: [UInt8]
  private let start: Int
  let end: Int
  let isWhole: Bool

  init(_ file: [UInt8], from start: Int) {
    (self.file, self.start) = (file, start)
    var place = start
    while place < file.count, file[place] != 0 { place += 1 + Int(file[place]) }
    isWhole = place < file.count
    end = min(place + 1, file.count)
  }

  var first: ArraySlice<UInt8> { block(at: start) }
  var second: ArraySlice<UInt8> { block(at: start + 1 + first.count) }

  private func block(at place: Int) -> ArraySlice<UInt8> {
    guard place < file.count else { return [] }
    return file[(place + 1)...].prefix(Int(file[place]))
  }
}

/// A graphic control extension (GIF89a, section 23).
private struct GIFControl {
  private var data: [UInt8] = [0, 0, 0, 0]

  init() {}

  init?(_ data: ArraySlice<UInt8>) {
    guard data.count == 4 else { return nil }
    self.data = Array(data)
  }

  var delay: Duration { .milliseconds(10 * (Int(data[2]) << 8 | Int(data[1]))) }

  var disposal: FramePiece.Disposal {
    switch data[0] >> 2 & 7 {
    case 2: .clear
    // Some programs write 4 instead of 3.
    case 3, 4: .restore
    default: .keep
    }
  }

  var bytes: [UInt8] { [0x21, 0xF9, 4, data[0] & 1, 0, 0, data[3], 0] }
}

/// An image block (GIF89a, section 20).
private struct GIFImage {
  let area: PixelRect
  let isInterlaced: Bool
  let colors: GIFTable?
  let data: Range<Int>
  let isWhole: Bool

  var end: Int { data.upperBound }

  init?(_ file: [UInt8], at place: Int) {
    guard place + 10 < file.count else { return nil }
    let numbers = (0..<4).map { Int(file[place + 2 + 2 * $0]) << 8 | Int(file[place + 1 + 2 * $0]) }
    area = PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    let flags = file[place + 9]
    isInterlaced = flags & 0x40 != 0
    colors = GIFTable(flags, in: file, at: place + 10)
    guard flags & 0x80 == 0 || colors != nil else { return nil }
    let start = place + 10 + (colors?.entries.count ?? 0)
    let blocks = GIFBlocks(file, from: start + 1)
    data = start..<max(start, blocks.end)
    isWhole = blocks.isWhole
  }
}
