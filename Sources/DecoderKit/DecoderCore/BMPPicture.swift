import DecoderProtocol
import Imaging

/// A BMP, decoded without a library: Debian's libvips does not read BMP.
struct BMPPicture: RowPicture {
  let hasAlpha = true

  private let header: BMPHeader
  private let file: [UInt8]
  private let unpacking: BMPUnpacking
  /// Nil unless the rows are run-length encoded.
  private var runs: BMPRuns?
  /// The number of the next row, in stored order.
  private(set) var rowNumber = 0

  init(_ bytes: [UInt8]) throws(PictureError) {
    self.init(bytes, try BMPHeader(bytes))
  }

  init(_ bytes: [UInt8], _ header: BMPHeader) {
    (file, self.header) = (bytes, header)
    unpacking = BMPUnpacking(header)
    runs = header.packing == .runs ? BMPRuns(header, bytes.dropFirst(header.pixelStart)) : nil
  }

  var size: PixelSize { header.size }

  var orientation: Orientation { header.isTopDown ? .topLeft : .bottomLeft }

  /// RLE rows cannot be located.
  var decodesWhole: Bool { runs != nil }

  private var storedRowCount: Int {
    min(size.height, max(0, file.count - header.pixelStart) / header.rowLength)
  }

  mutating func skipRows(_ count: Int) -> Int {
    guard runs == nil else { return 0 }
    rowNumber = max(0, min(count, storedRowCount - 1))
    return rowNumber
  }

  mutating func readRow(into row: inout [UInt8]) -> RowContent {
    if let content = runs?.readRow() {
      if content != .end, let runs { unpacking.color(runs.numbers[...], into: &row) }
      return content
    }
    guard rowNumber < storedRowCount else { return .end }
    let start = header.pixelStart + rowNumber * header.rowLength
    unpacking.unpack(file[start..<start + header.rowLength], into: &row)
    rowNumber += 1
    return .whole
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
  var masks: [UInt32]
  /// RGBA pixels, in memory order.
  private(set) var palette: [UInt32] = []
  private(set) var pixelStart: Int
  /// Stored row length in bytes; rows are aligned to four bytes.
  var rowLength: Int { (size.width * bitsPerPixel + 31) / 32 * 4 }

  init(_ file: [UInt8]) throws(PictureError) {
    let view = ByteView(file)
    guard let length = view.little(at: 14, 4), length >= Self.oldHeaderLength else {
      throw .truncated
    }
    let isOld = length == Self.oldHeaderLength
    let fieldLength = isOld ? 2 : 4
    guard let start = view.little(at: 10, 4), let width = view.little(at: 18, fieldLength),
      let height = view.little(at: 18 + fieldLength, fieldLength),
      let bits = view.little(at: isOld ? 24 : 28, 2),
      let compression = isOld ? 0 : view.little(at: 30, 4)
    else { throw .truncated }
    let signedHeight = isOld ? height : Int(Int32(truncatingIfNeeded: height))
    size = PixelSize(width: width, height: abs(signedHeight))
    isTopDown = signedHeight < 0
    bitsPerPixel = bits
    pixelStart = start
    packing = try Self.packing(compression, bits)
    masks = bits == 16 ? [0x7C00, 0x03E0, 0x001F, 0] : [0xFF_0000, 0xFF00, 0xFF, 0]
    try PictureLimit.checkRows(size)
    if packing == .masks {
      readMasks(file, compression, headerLength: length)
    } else {
      readPalette(file, headerLength: length, isOld: isOld)
    }
    // Some programs leave the pixel offset zero; then the pixels follow the headers.
    if start < Self.fileHeaderLength + length {
      let maskCount = length > 40 ? 0 : compression == 3 ? 3 : compression == 6 ? 4 : 0
      pixelStart = Self.fileHeaderLength + length + maskCount * 4 + palette.count * (isOld ? 3 : 4)
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

  /// Reads the masks after the first 40 bytes, their offset in every header version.
  private mutating func readMasks(_ file: [UInt8], _ compression: Int, headerLength: Int) {
    guard compression != 0 else { return }
    let view = ByteView(file)
    let hasAlpha = compression == 6 || headerLength >= 56
    for index in 0..<(hasAlpha ? 4 : 3) {
      masks[index] = UInt32(view.little(at: Self.fileHeaderLength + 40 + index * 4, 4) ?? 0)
    }
  }

  private mutating func readPalette(_ file: [UInt8], headerLength: Int, isOld: Bool) {
    let used = isOld ? 0 : ByteView(file).little(at: 46, 4) ?? 0
    let most = 1 << bitsPerPixel
    let entryLength = isOld ? 3 : 4
    var place = Self.fileHeaderLength + headerLength
    for _ in 0..<(used == 0 ? most : min(used, most)) {
      guard place + 3 <= file.count else { return }
      let (red, green, blue) = (file[place + 2], file[place + 1], file[place])
      palette.append(
        UInt32(littleEndian: 0xFF00_0000 | UInt32(blue) << 16 | UInt32(green) << 8 | UInt32(red)))
      place += entryLength
    }
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
  /// RGBA pixels, in memory order, of 256 indices; opaque black where the file has none.
  private let palette: [UInt32]
  private let parts: [Part]

  init(_ header: BMPHeader) {
    bits = header.bitsPerPixel
    let black = UInt32(littleEndian: 0xFF00_0000)
    palette = header.palette + Array(repeating: black, count: 256 - header.palette.count)
    parts = header.packing == .masks ? header.masks.map(Part.init) : []
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
  private let isHalf: Bool
  private var rest: ArraySlice<UInt8>
  private var column = 0
  /// Palette indices of the last row, zero for skipped pixels.
  private(set) var numbers: [UInt8]
  private var hasPixels = false
  private var skippedCount = 0

  init(_ header: BMPHeader, _ bytes: ArraySlice<UInt8>) {
    isHalf = header.bitsPerPixel == 4
    rest = bytes
    numbers = Array(repeating: 0, count: header.size.width)
  }

  mutating func readRow() -> RowContent {
    if hasPixels { numbers = Array(repeating: 0, count: numbers.count) }
    hasPixels = false
    guard skippedCount == 0 else {
      skippedCount -= 1
      return .whole
    }
    while rest.count >= 2 {
      let (count, value) = (Int(rest.removeFirst()), rest.removeFirst())
      if count > 0 {
        for index in 0..<count { put(isHalf ? half(value, index) : value) }
      } else if value == 1 {
        // The end of the image.
        skippedCount = .max
        return .whole
      } else if let skipped = follow(value) {
        skippedCount = skipped
        return .whole
      }
    }
    return hasPixels ? .partial : .end
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
