/// The structure shared by TIFF files, raw files and EXIF blocks (TIFF 6.0, section 2; BigTIFF).
package struct TIFFStructure {
  private static let mostEntries = 4096

  package let view: ByteView
  package let first: Int
  /// Whether it is a Panasonic raw file, which has its own tags in the first directory.
  package let isPanasonic: Bool
  package let isBigEndian: Bool
  /// Whether counts and offsets have eight bytes.
  fileprivate let isLarge: Bool
  private let directoryLimit: Int
  private var visited: Set<Int> = []

  /// Reads the header; nil unless it is TIFF, BigTIFF or one of the Olympus and Panasonic variants.
  package init?(_ view: ByteView, directoryLimit: Int = 64) {
    guard let head = view.bytes(at: 0, 8).map(Array.init) else { return nil }
    let marks = ["II*\0", "MM\0*", "II+\0", "MM\0+", "IIRO", "IIRS", "MMOR", "IIU\0"]
    guard marks.contains(where: { head.starts(with: $0.utf8) }) else { return nil }
    (self.view, self.directoryLimit) = (view, directoryLimit)
    isPanasonic = head.starts(with: "IIU".utf8)
    isBigEndian = head[0] == UInt8(ascii: "M")
    isLarge = head[isBigEndian ? 3 : 2] == UInt8(ascii: "+")
    let offset = isLarge ? view.bytes(at: 8, 8) : head[4...]
    guard let first = isBigEndian ? offset?.bigEndian : offset?.littleEndian else { return nil }
    self.first = first
  }

  /// Reads a directory once, which breaks cycles; nil if nothing of it is there.
  package mutating func entries(at offset: Int) -> TIFFEntries? {
    let (countLength, entryLength) = isLarge ? (8, 20) : (2, 12)
    guard offset > 0, visited.count < directoryLimit, visited.insert(offset).inserted,
      let said = number(at: offset, countLength)
    else { return nil }
    let start = offset + countLength
    let room = (view.count - start) / entryLength
    let count = min(said, Self.mostEntries, room)
    guard count > 0 || said == 0, let table = view.bytes(at: start, count * entryLength)
    else { return nil }
    let next = said > room ? nil : number(at: start + said * entryLength, isLarge ? 8 : 4)
    return TIFFEntries(
      table: table, at: start, in: self, entryLength, next: next ?? 0, isWhole: count == said)
  }

  private func number(at offset: Int, _ length: Int) -> Int? {
    let field = view.bytes(at: offset, length)
    return isBigEndian ? field?.bigEndian : field?.littleEndian
  }
}

package struct TIFFEntries {
  private struct Entry {
    let tag, type, count, place: Int
  }

  /// The UTF-8 type of Exif 3.0.
  private static let utf8 = 129
  private static let textLimit = 64 * 1024

  private let view: ByteView
  package let isBigEndian: Bool
  /// Bytes of a value inside an entry.
  private let valueLength: Int
  private let table: ArraySlice<UInt8>
  private let offset: Int
  /// In file order; the first of several entries with the same tag wins.
  private var entries: [Entry] = []
  /// Offset of the next directory; zero for none.
  package let next: Int
  package let isWhole: Bool

  fileprivate init(
    table: ArraySlice<UInt8>, at offset: Int, in structure: TIFFStructure, _ entryLength: Int,
    next: Int, isWhole: Bool
  ) {
    (view, isBigEndian) = (structure.view, structure.isBigEndian)
    valueLength = structure.isLarge ? 8 : 4
    (self.table, self.offset, self.next, self.isWhole) = (table, offset, next, isWhole)
    entries.reserveCapacity(table.count / entryLength)
    for start in stride(from: table.startIndex, to: table.endIndex, by: entryLength) {
      let place = start + 4 + valueLength
      entries.append(
        Entry(
          tag: number(table[start..<start + 2]), type: number(table[start + 2..<start + 4]),
          count: number(table[start + 4..<place]), place: place))
    }
  }

  /// A linear search is fast enough for the number of entries that cameras write.
  private func entry(_ tag: Int) -> Entry? { entries.first { $0.tag == tag } }

  private func field(_ entry: Entry) -> ArraySlice<UInt8> {
    table[entry.place..<entry.place + valueLength]
  }

  package func has(_ tag: Int) -> Bool { entry(tag) != nil }

  /// Offset in the view of a SHORT value with count 1; nil for other entries.
  package func shortPlace(_ tag: Int) -> Int? {
    guard let entry = entry(tag), entry.type == 3, entry.count == 1 else { return nil }
    return offset + entry.place - table.startIndex
  }

  /// Bytes per value; zero for an unknown type.
  private static func length(ofType type: Int) -> Int {
    switch type {
    case 1, 2, 6, 7, utf8: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: 0
    }
  }

  private static func sign(ofType type: Int) -> (isWhole: Bool, isSigned: Bool) {
    switch type {
    case 1, 3, 4, 13, 16, 18: (true, false)
    case 6, 8, 9, 17: (true, true)
    default: (false, false)
    }
  }

  package func number(_ tag: Int) -> Int? {
    guard let entry = entry(tag), Self.sign(ofType: entry.type).isWhole, entry.count > 0 else {
      return nil
    }
    return values(of: entry, atMost: 1).map { whole($0, entry.type) }
  }

  package func numbers(_ tag: Int, atMost limit: Int) -> [Int] {
    guard let entry = entry(tag), Self.sign(ofType: entry.type).isWhole,
      let bytes = values(of: entry, atMost: limit)
    else { return [] }
    return pieces(of: bytes, Self.length(ofType: entry.type)).map { whole($0, entry.type) }
  }

  private func whole(_ bytes: ArraySlice<UInt8>, _ type: Int) -> Int {
    let value = number(bytes)
    let bits = 8 * Self.length(ofType: type)
    return Self.sign(ofType: type).isSigned && value >> (bits - 1) == 1 ? value - 1 << bits : value
  }

  /// The first `limit` fractions of an entry; nil for each invalid one.
  package func fractions(_ tag: Int, atMost limit: Int) -> [Fraction?] {
    guard let entry = entry(tag) else { return [] }
    guard entry.type == 5 || entry.type == 10 else {
      return numbers(tag, atMost: limit).map { Fraction($0, 1) }
    }
    guard let bytes = values(of: entry, atMost: limit) else { return [] }
    return pieces(of: bytes, 8).map { fraction($0, isSigned: entry.type == 10) }
  }

  package func fraction(_ tag: Int) -> Fraction? { fractions(tag, atMost: 1).first ?? nil }

  private func fraction(_ bytes: ArraySlice<UInt8>, isSigned: Bool) -> Fraction? {
    let (above, below) = (number(bytes.prefix(4)), number(bytes.suffix(4)))
    guard isSigned else { return Fraction(above, below) }
    return Fraction(Int(Int32(truncatingIfNeeded: above)), Int(Int32(truncatingIfNeeded: below)))
  }

  /// The text of an entry up to its first NUL.
  package func text(_ tag: Int) -> String? {
    guard let entry = entry(tag), entry.type == 2 || entry.type == 7 || entry.type == Self.utf8,
      let bytes = block(entry, limit: .max, prefix: Self.textLimit)
    else { return nil }
    return ForeignBytes.text(bytes.prefix { $0 != 0 })
  }

  package func bytes(_ tag: Int, atMost limit: Int) -> ArraySlice<UInt8>? {
    entry(tag).flatMap { block($0, limit: limit, prefix: limit) }
  }

  /// Reads a date (CIPA DC-008); looks up subseconds and offset in `details` if given.
  package func date(
    _ tag: Int, fraction: Int, offset: Int, in details: TIFFEntries? = nil
  ) -> CaptureDate? {
    let details = details ?? self
    return text(tag).flatMap {
      CaptureDate(
        text: $0, fraction: details.text(fraction) ?? "", offset: details.text(offset) ?? "")
    }
  }

  private func block(_ entry: Entry, limit: Int, prefix: Int) -> ArraySlice<UInt8>? {
    guard let length = length(of: entry), entry.count <= limit / length else { return nil }
    let count = entry.count * length
    return count <= valueLength
      ? field(entry).prefix(count) : view.bytes(at: number(field(entry)), min(count, prefix))
  }

  private func values(of entry: Entry, atMost limit: Int) -> ArraySlice<UInt8>? {
    guard let length = length(of: entry) else { return nil }
    let count = min(entry.count, limit) * length
    return entry.count <= valueLength / length
      ? field(entry).prefix(count) : view.bytes(at: number(field(entry)), count)
  }

  private func pieces(of bytes: ArraySlice<UInt8>, _ length: Int) -> [ArraySlice<UInt8>] {
    stride(from: bytes.startIndex, to: bytes.endIndex, by: length).map { bytes[$0..<$0 + length] }
  }

  /// Bytes per value; nil for an unknown type or if the values do not fit in the view.
  private func length(of entry: Entry) -> Int? {
    let length = Self.length(ofType: entry.type)
    return length > 0 && entry.count <= view.count / length ? length : nil
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> Int {
    (isBigEndian ? bytes.bigEndian : bytes.littleEndian) ?? 0
  }
}
