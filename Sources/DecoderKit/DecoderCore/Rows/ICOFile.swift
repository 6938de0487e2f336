import DecoderProtocol
import Imaging

/// The largest image of a Windows icon or cursor (Microsoft, "Icons in Win32").
enum ICOFile {
  case png([UInt8])
  case bitmap(MaskedBitmap)

  init(_ bytes: [UInt8]) throws(PictureError) {
    var cursor = ByteCursor(bytes.dropFirst(4))
    guard let count = cursor.little(2) else { throw .truncated }
    var largest: (side: Int, bits: Int, start: Int, length: Int)?
    for _ in 0..<count {
      guard let entry = cursor.next(16).map(Array.init) else { break }
      var fields = ByteCursor(entry[6...])
      guard let bits = fields.little(2), let length = fields.little(4), let start = fields.little(4)
      else { break }
      // Zero means 256.
      let side = max(Int(entry[0] &- 1), Int(entry[1] &- 1)) + 1
      // Cursors have a hotspot in this field instead of the bit depth.
      let depth = bytes[2] == 1 ? bits : 0
      if largest.map({ ($0.side, $0.bits) < (side, depth) }) ?? true {
        largest = (side, depth, start, length)
      }
    }
    guard let largest else { throw .truncated }
    guard largest.start < bytes.count else { throw .truncated }
    let end = min(bytes.count, largest.start + largest.length)
    let picture = Array(bytes[largest.start..<end])
    if picture.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png(picture)
    } else {
      self = .bitmap(try MaskedBitmap(picture))
    }
  }
}

/// A BMP without file header, followed by a transparency mask of one bit per pixel.
struct MaskedBitmap: RowPicture {
  let hasAlpha = true

  private var bitmap: BMPPicture
  private let file: [UInt8]
  /// Offset of the mask; nil if the fourth byte of pixels is used as alpha.
  private let maskStart: Int?

  private static let fileHeaderLength = 14

  /// The header has twice the height.
  init(_ dib: [UInt8]) throws(PictureError) {
    let view = ByteView(dib)
    guard dib.count >= 40, let height = view.little(at: 8, 4), let length = view.little(at: 0, 4)
    else { throw .truncated }
    guard (1..<1 << 17).contains(height), (40..<1 << 16).contains(length) else { throw .damaged }
    var file = [UInt8](repeating: 0, count: Self.fileHeaderLength) + dib
    let heightField = Self.fileHeaderLength + 8
    file.replaceSubrange(heightField..<heightField + 4, with: (height / 2).littleEndianBytes(4))
    var header = try BMPHeader(file)
    guard header.packing != .runs else { throw .unsupported("ICO in runs") }
    let pixels = file.dropFirst(header.pixelStart).prefix(header.size.area * 4)
    let hasAlphaBytes =
      header.bitsPerPixel == 32
      && stride(from: pixels.startIndex + 3, to: pixels.endIndex, by: 4).contains { file[$0] != 0 }
    if hasAlphaBytes { header.masks[3] = 0xFF00_0000 }
    self.file = file
    bitmap = BMPPicture(file, header)
    maskStart = hasAlphaBytes ? nil : header.pixelStart + header.size.height * header.rowLength
  }

  var size: PixelSize { bitmap.size }
  var orientation: Orientation { bitmap.orientation }

  mutating func readRow(into row: inout [UInt8]) -> RowContent {
    let maskLength = (size.width + 31) / 32 * 4
    let start = maskStart.map { $0 + bitmap.rowNumber * maskLength }
    let content = bitmap.readRow(into: &row)
    if let start, start + maskLength <= file.count {
      for x in 0..<size.width where file[start + x / 8] >> UInt8(7 - x % 8) & 1 == 1 {
        row[x * 4 + 3] = 0
      }
    }
    return content
  }
}
