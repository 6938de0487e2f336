/// A directory of tags as TIFF stores it (TIFF 6.0, section 2).
struct ExifDirectory: Sendable {
  /// The values by the number of their tag.
  var values: [UInt16: ExifValue]

  /// The size of the directory with the values that do not fit into it, in bytes.
  var byteCount: Int {
    values.values.reduce(2 + values.count * 12 + 4) { $0 + Self.spill($1).count }
  }

  /// The directory in bytes.
  ///
  /// It begins that many bytes from the start of the TIFF structure, and names the place of the
  /// next directory, which is zero where there is none.
  func bytes(at offset: Int, next: Int = 0) -> [UInt8] {
    var entries: [UInt8] = []
    var spilled: [UInt8] = []
    let spillStart = offset + 2 + values.count * 12 + 4
    for (tag, value) in values.sorted(by: { $0.key < $1.key }) {
      entries += tag.littleEndianBytes + value.type.littleEndianBytes
      entries += value.count.littleEndianBytes
      let spill = Self.spill(value)
      if spill.isEmpty {
        entries += (value.bytes + [0, 0, 0]).prefix(4)
      } else {
        entries += UInt32(spillStart + spilled.count).littleEndianBytes
        spilled += spill
      }
    }
    return UInt16(values.count).littleEndianBytes + entries + UInt32(next).littleEndianBytes
      + spilled
  }

  /// What does not fit into the four bytes of an entry, padded to a whole word.
  private static func spill(_ value: ExifValue) -> [UInt8] {
    let bytes = value.bytes
    guard bytes.count > 4 else { return [] }
    return bytes.count.isMultiple(of: 2) ? bytes : bytes + [0]
  }
}
