import DecoderProtocol
import Imaging

/// A BMP, decoded without a library: Debian's libvips does not read BMP.
struct BMPPicture {
  private let file: [UInt8]
  private let header: BMPHeader

  init(_ bytes: [UInt8]) throws(PictureError) {
    header = try BMPHeader(bytes)
    file = bytes
  }

  var size: PixelSize { header.size }

  private var orientation: Orientation { header.isTopDown ? .topLeft : .bottomLeft }

  /// RLE rows cannot be located, so the image is decoded whole then.
  func cut(by rule: CropRule) -> CropScale {
    rule.cut(of: size, turnedBy: orientation, decodesWhole: header.packing == .runs)
  }

  /// Throws `.truncated` before allocating memory without any row; missing rows stay transparent.
  func decode(_ cut: CropScale) throws(PictureError) -> DecodedPicture {
    guard header.packing == .runs ? header.pixelStart < file.count : storedRowCount > 0 else {
      throw .truncated
    }
    var rows = AveragedRows(size, cut, hasAlpha: true)
    let isComplete =
      header.packing == .runs ? readRuns(into: &rows) : readRows(cut.area.rows, into: &rows)
    let bitmap = rows.finish(isComplete: isComplete)
    return DecodedPicture(
      bitmap: bitmap.turned(by: orientation),
      info: PictureInfo(size: size, isComplete: isComplete), region: cut.region)
  }

  /// Stored row length in bytes; rows are aligned to four bytes.
  private var rowLength: Int { (header.size.width * header.bitsPerPixel + 31) / 32 * 4 }

  private var storedRowCount: Int {
    min(header.size.height, max(0, file.count - header.pixelStart) / rowLength)
  }

  private func readRows(_ numbers: Range<Int>, into rows: inout AveragedRows) -> Bool {
    let (length, count) = (rowLength, storedRowCount)
    let unpacking = BMPUnpacking(header)
    var row = [UInt8](repeating: 0, count: header.size.width * 4)
    rows.skip(numbers.lowerBound)
    for number in numbers where number < count {
      let start = header.pixelStart + number * length
      unpacking.unpack(file[start..<start + length], into: &row)
      unsafe row.withUnsafeBytes { unsafe rows.take($0) }
    }
    return count == header.size.height
  }

  private func readRuns(into rows: inout AveragedRows) -> Bool {
    var runs = BMPRunRows(header, file[header.pixelStart...])
    return runs.read(into: &rows)
  }
}

/// Passes on the rows of an RLE BMP; empty ones together, as a few bytes can produce thousands.
struct BMPRunRows {
  private let unpacking: BMPUnpacking
  private var runs: BMPRuns
  private var row: [UInt8]
  private var remaining: Int
  private var emptyCount = 0

  init(_ header: BMPHeader, _ bytes: ArraySlice<UInt8>) {
    unpacking = BMPUnpacking(header)
    runs = BMPRuns(header, bytes)
    row = Array(repeating: 0, count: header.size.width * 4)
    remaining = header.size.height
  }

  /// Returns false if the data ends before the image does; skipped pixels get palette index zero.
  mutating func read(into rows: inout AveragedRows) -> Bool {
    while remaining > emptyCount {
      let end = runs.readRow()
      if runs.hasPixels {
        handEmptyOn(to: &rows)
        hand(runs.numbers[...], times: 1, to: &rows)
      } else if case .row = end {
        emptyCount += 1
      }
      switch end {
      case .row(let gap): emptyCount += gap
      case .picture: emptyCount = remaining
      case .cut: return false
      }
    }
    emptyCount = remaining
    handEmptyOn(to: &rows)
    return true
  }

  private mutating func handEmptyOn(to rows: inout AveragedRows) {
    guard emptyCount > 0 else { return }
    hand(ArraySlice(repeating: 0, count: row.count / 4), times: emptyCount, to: &rows)
    emptyCount = 0
  }

  private mutating func hand(
    _ numbers: ArraySlice<UInt8>, times: Int, to rows: inout AveragedRows
  ) {
    unpacking.color(numbers, into: &row)
    unsafe row.withUnsafeBytes { unsafe rows.take($0, times: times) }
    remaining -= times
  }
}

/// The headers of a BMP (Microsoft, "Bitmap Storage"; also the 12-byte header of OS/2).
struct BMPHeader {
  enum Packing {
    /// Palette indices of 1, 4 or 8 bits.
    case palette
    /// Pixels of 16, 24 or 32 bits with a bit mask per channel.
    case masks
    /// Run-length encoded palette indices of 4 or 8 bits.
    case runs
  }

  private static let fileHeaderLength = 14
  private static let oldHeaderLength = 12
  let size: PixelSize
  let isTopDown: Bool
  let bitsPerPixel: Int
  let packing: Packing
  /// Bit masks of red, green, blue and alpha; zero for a missing channel.
  private(set) var masks: [UInt32]
  private(set) var palette: [UInt8] = []
  private(set) var pixelStart: Int

  init(_ file: [UInt8]) throws(PictureError) {
    guard let length = file.little(at: 14, 4), length >= Self.oldHeaderLength else {
      throw .truncated
    }
    let isOld = length == Self.oldHeaderLength
    let fieldLength = isOld ? 2 : 4
    guard let start = file.little(at: 10, 4), let width = file.little(at: 18, fieldLength),
      let height = file.little(at: 18 + fieldLength, fieldLength),
      let bits = file.little(at: isOld ? 24 : 28, 2),
      let compression = isOld ? 0 : file.little(at: 30, 4)
    else { throw .truncated }
    let signedHeight = isOld ? height : Int(Int32(truncatingIfNeeded: height))
    size = PixelSize(width: width, height: abs(signedHeight))
    isTopDown = signedHeight < 0
    bitsPerPixel = bits
    pixelStart = start
    packing = try Self.packing(compression, bits)
    masks = Self.usualMasks(bits)
    try PictureLimit.check(size)
    // One row is kept in memory.
    guard size.width <= PictureLimit.side else { throw .tooManyPixels(size) }
    if packing == .masks {
      readMasks(file, compression, headerLength: length)
    } else {
      readPalette(file, headerLength: length, isOld: isOld)
    }
    // Some programs leave the pixel offset zero; then the pixels follow the headers.
    if start < Self.fileHeaderLength + length {
      let maskCount = length > 40 ? 0 : compression == 3 ? 3 : compression == 6 ? 4 : 0
      pixelStart =
        Self.fileHeaderLength + length + maskCount * 4 + palette.count / 4 * (isOld ? 3 : 4)
    }
  }

  private static func packing(_ compression: Int, _ bits: Int) throws(PictureError) -> Packing {
    switch (compression, bits) {
    case (0, 1), (0, 4), (0, 8): .palette
    case (1, 8), (2, 4): .runs
    case (0, 16), (0, 24), (0, 32), (3, 16), (3, 32), (6, 16), (6, 32): .masks
    case (4, _): throw .unsupported("BMP with a JPEG inside")
    case (5, _): throw .unsupported("BMP with a PNG inside")
    default: throw .damaged
    }
  }

  private static func usualMasks(_ bits: Int) -> [UInt32] {
    bits == 16 ? [0x7C00, 0x03E0, 0x001F, 0] : [0xFF_0000, 0xFF00, 0xFF, 0]
  }

  /// Reads the masks after the first 40 bytes, their offset in every header version.
  private mutating func readMasks(_ file: [UInt8], _ compression: Int, headerLength: Int) {
    guard compression != 0 else { return }
    let hasAlpha = compression == 6 || headerLength >= 56
    for index in 0..<(hasAlpha ? 4 : 3) {
      masks[index] = UInt32(file.little(at: Self.fileHeaderLength + 40 + index * 4, 4) ?? 0)
    }
  }

  private mutating func readPalette(_ file: [UInt8], headerLength: Int, isOld: Bool) {
    let used = isOld ? 0 : file.little(at: 46, 4) ?? 0
    let most = 1 << bitsPerPixel
    let entryLength = isOld ? 3 : 4
    var place = Self.fileHeaderLength + headerLength
    for _ in 0..<(used == 0 ? most : min(used, most)) {
      guard place + 3 <= file.count else { return }
      palette += [file[place + 2], file[place + 1], file[place], 255]
      place += entryLength
    }
  }
}

extension [UInt8] {
  /// Reads a little-endian number; nil if out of range.
  func little(at index: Int, _ length: Int) -> Int? {
    guard index >= 0, index + length <= count else { return nil }
    return self[index..<index + length].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

struct BMPUnpacking {
  private struct Part {
    let mask: UInt32
    let shift: Int
    let most: UInt32

    init(_ mask: UInt32) {
      self.mask = mask
      shift = mask == 0 ? 0 : mask.trailingZeroBitCount
      most = mask == 0 ? 0 : mask >> UInt32(shift)
    }

    func value(in pixel: UInt32) -> UInt8 {
      guard most > 0 else { return 255 }
      return UInt8(
        (UInt64((pixel & mask) >> UInt32(shift)) * 255 + UInt64(most / 2)) / UInt64(most))
    }
  }

  private let bits: Int
  /// RGBA pixels, in memory order, of 256 indices.
  private let palette: [UInt32]
  private let parts: [Part]

  init(_ header: BMPHeader) {
    bits = header.bitsPerPixel
    palette = Self.colors(header.palette)
    parts = header.packing == .masks ? header.masks.map(Part.init) : []
  }

  private static func colors(_ palette: [UInt8]) -> [UInt32] {
    (0..<256).map { number in
      let color = palette.dropFirst(number * 4).prefix(4)
      guard color.count == 4 else { return UInt32(littleEndian: 0xFF00_0000) }
      return UInt32(littleEndian: color.reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }

  func unpack(_ stored: ArraySlice<UInt8>, into row: inout [UInt8]) {
    if parts.isEmpty {
      color(numbers(stored, count: row.count / 4), into: &row)
    } else {
      mask(stored, into: &row)
    }
  }

  /// Maps indices to colors; indices beyond the palette are black.
  func color(_ numbers: ArraySlice<UInt8>, into row: inout [UInt8]) {
    unsafe row.withUnsafeMutableBytes { row in
      unsafe numbers.withUnsafeBytes { numbers in
        for index in 0..<min(numbers.count, row.count / 4) {
          let color = unsafe palette[Int(numbers[index])]
          unsafe row.storeBytes(of: color, toByteOffset: index * 4, as: UInt32.self)
        }
      }
    }
  }

  /// The first index of a byte is in its highest bits.
  private func numbers(_ stored: ArraySlice<UInt8>, count: Int) -> ArraySlice<UInt8> {
    if bits == 8 { return stored.prefix(count) }
    let perByte = 8 / bits
    return (0..<count).map { index in
      let byte = stored[stored.startIndex + index / perByte]
      return byte >> UInt8(8 - bits - index % perByte * bits) & (1 << UInt8(bits) - 1)
    }[...]
  }

  private func mask(_ stored: ArraySlice<UInt8>, into row: inout [UInt8]) {
    let length = bits / 8
    for index in 0..<row.count / 4 {
      let start = stored.startIndex + index * length
      let pixel = (0..<length).reduce(UInt32(0)) { sum, byte in
        sum | UInt32(stored[start + byte]) << UInt32(byte * 8)
      }
      for channel in 0..<4 { row[index * 4 + channel] = parts[channel].value(in: pixel) }
    }
  }
}

/// Decodes RLE8 and RLE4 row by row: a header may claim a hundred million pixels without data.
struct BMPRuns {
  enum End {
    /// The next row starts; `gap` rows are skipped before it.
    case row(gap: Int)
    case picture, cut
  }

  private let isHalf: Bool
  private var rest: ArraySlice<UInt8>
  private var column = 0
  /// Palette indices of the last row, zero for skipped pixels.
  private(set) var numbers: [UInt8]
  private(set) var hasPixels = false

  init(_ header: BMPHeader, _ bytes: ArraySlice<UInt8>) {
    isHalf = header.bitsPerPixel == 4
    rest = bytes
    numbers = Array(repeating: 0, count: header.size.width)
  }

  mutating func readRow() -> End {
    if hasPixels { numbers = Array(repeating: 0, count: numbers.count) }
    hasPixels = false
    while rest.count >= 2 {
      let (count, value) = (Int(rest.removeFirst()), rest.removeFirst())
      if count > 0 {
        for index in 0..<count { put(isHalf ? half(value, index) : value) }
      } else if value == 1 {
        return .picture
      } else if let gap = follow(value) {
        return .row(gap: gap)
      }
    }
    return .cut
  }

  /// Executes an escape code; returns the number of skipped rows if it moves to another row.
  private mutating func follow(_ value: UInt8) -> Int? {
    switch value {
    case 0:
      column = 0
      return 0
    case 2:
      column += Int(rest.popFirst() ?? 0)
      let rows = Int(rest.popFirst() ?? 0)
      return rows > 0 ? rows - 1 : nil
    default:
      copy(Int(value))
      return nil
    }
  }

  /// Copies literal indices, padded to an even number of bytes.
  private mutating func copy(_ count: Int) {
    let length = isHalf ? (count + 1) / 2 : count
    let data = rest.prefix(length)
    for index in 0..<min(count, isHalf ? data.count * 2 : data.count) {
      let byte = data[data.startIndex + (isHalf ? index / 2 : index)]
      put(isHalf ? half(byte, index) : byte)
    }
    rest = rest.dropFirst(length + length % 2)
  }

  private func half(_ byte: UInt8, _ index: Int) -> UInt8 { index % 2 == 0 ? byte >> 4 : byte & 15 }

  private mutating func put(_ number: UInt8) {
    if column < numbers.count {
      numbers[column] = number
      hasPixels = true
    }
    column += 1
  }
}
