internal import Imaging

/// The structure that TIFF files, raw files and EXIF blocks have in common (TIFF 6.0, section 2).
///
/// No directory is read twice, so that cycles end.
struct TIFFStructure {
  /// More than any camera writes.
  private static let mostDirectories = 64
  private static let mostEntries = 1024
  private static let entryLength = 12

  let view: ByteView
  /// Where the first directory stands, in bytes.
  let first: Int
  /// Whether it is a raw file of Panasonic's, whose first directory has tags of its own.
  let isPanasonic: Bool
  private let isBigEndian: Bool
  private var visited: Set<Int> = []

  /// Reads the header; nil where it is none of TIFF, or of the kinds that Olympus and Panasonic have made
  /// of it.
  init?(_ view: ByteView) {
    guard let head = view.bytes(at: 0, 8).map(Array.init) else { return nil }
    let marks = ["II*\0", "MM\0*", "IIRO", "IIRS", "MMOR", "IIU\0"]
    guard marks.contains(where: { head.starts(with: $0.utf8) }) else { return nil }
    self.view = view
    isPanasonic = head.starts(with: "IIU".utf8)
    isBigEndian = head[0] == UInt8(ascii: "M")
    let offset = head[4...]
    guard let first = isBigEndian ? offset.bigEndian : offset.littleEndian else { return nil }
    self.first = first
  }

  /// Reads a directory; nil where it is not all there, or has been read before.
  mutating func entries(at offset: Int) -> TIFFEntries? {
    guard offset > 0, visited.count < Self.mostDirectories, visited.insert(offset).inserted,
      let field = view.bytes(at: offset, 2),
      let said = isBigEndian ? field.bigEndian : field.littleEndian
    else { return nil }
    let count = min(said, Self.mostEntries, (view.count - offset - 2) / Self.entryLength)
    guard count > 0, let table = view.bytes(at: offset + 2, count * Self.entryLength) else {
      return nil
    }
    let next = view.bytes(at: offset + 2 + said * Self.entryLength, 4)
    return TIFFEntries(
      table: table, in: view, isBigEndian: isBigEndian,
      next: next.flatMap { isBigEndian ? $0.bigEndian : $0.littleEndian } ?? 0)
  }
}

/// The entries of one directory.
struct TIFFEntries {
  private struct Entry {
    let type: Int
    let count: Int
    /// The value, or where it stands.
    let field: ArraySlice<UInt8>
  }

  /// The bytes that a value of each type takes, by the number of the type.
  private static let lengths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
  /// The type UTF-8 of Exif 3.0.
  private static let utf8 = 129
  private static let textTypes = [2, 7, utf8]
  /// The longest text and the longest block that are looked at, in bytes.
  private static let textLimit = 64 * 1024

  private let view: ByteView
  private let isBigEndian: Bool
  private var entries: [Int: Entry] = [:]
  /// Where the next directory stands; zero for none.
  let next: Int

  fileprivate init(table: ArraySlice<UInt8>, in view: ByteView, isBigEndian: Bool, next: Int) {
    self.view = view
    self.isBigEndian = isBigEndian
    self.next = next
    entries.reserveCapacity(table.count / 12)
    for start in stride(from: table.startIndex, to: table.endIndex, by: 12) {
      let entry = table[start..<start + 12]
      let tag = number(entry.prefix(2))
      guard entries[tag] == nil else { continue }
      entries[tag] = Entry(
        type: number(entry.dropFirst(2).prefix(2)), count: number(entry.dropFirst(4).prefix(4)),
        field: entry.suffix(4))
    }
  }

  /// The first number of an entry; nil where there is none.
  func number(_ tag: Int) -> Int? { numbers(tag, atMost: 1).first }

  /// The numbers of an entry of whole numbers, so many at most.
  func numbers(_ tag: Int, atMost limit: Int) -> [Int] {
    guard let entry = entries[tag], [1, 3, 4, 6, 8, 9, 13].contains(entry.type) else { return [] }
    let length = Self.lengths[entry.type]
    return values(of: entry, atMost: limit).map { bytes in
      let value = number(bytes)
      let isSigned = [6, 8, 9].contains(entry.type) && value >> (8 * length - 1) == 1
      return isSigned ? value - 1 << (8 * length) : value
    }
  }

  /// The fractions of an entry, so many at most; nil for each that is no number.
  func fractions(_ tag: Int, atMost limit: Int) -> [Fraction?] {
    guard let entry = entries[tag] else { return [] }
    guard [5, 10].contains(entry.type) else {
      return numbers(tag, atMost: limit).map { Fraction($0, 1) }
    }
    return values(of: entry, atMost: limit).map { bytes in
      let parts = [bytes.prefix(4), bytes.suffix(4)].map(number)
      let signed = parts.map { entry.type == 10 ? Int(Int32(truncatingIfNeeded: $0)) : $0 }
      return Fraction(signed[0], signed[1])
    }
  }

  /// The first fraction of an entry; nil where there is none.
  func fraction(_ tag: Int) -> Fraction? { fractions(tag, atMost: 1).first ?? nil }

  /// The text of an entry up to its first zero; nil where there is none.
  func text(_ tag: Int) -> String? {
    guard let entry = entries[tag], Self.textTypes.contains(entry.type),
      let bytes = block(entry, limit: .max, prefix: Self.textLimit)
    else { return nil }
    return ForeignBytes.text(bytes.prefix { $0 != 0 })
  }

  /// All bytes of an entry; nil where there is none, or more than so many.
  func bytes(_ tag: Int, atMost limit: Int) -> ArraySlice<UInt8>? {
    entries[tag].flatMap { block($0, limit: limit, prefix: limit) }
  }

  private func block(_ entry: Entry, limit: Int, prefix: Int) -> ArraySlice<UInt8>? {
    guard let length = length(of: entry), entry.count <= limit / length else { return nil }
    let count = entry.count * length
    return count <= 4
      ? entry.field.prefix(count) : view.bytes(at: number(entry.field), min(count, prefix))
  }

  private func values(of entry: Entry, atMost limit: Int) -> [ArraySlice<UInt8>] {
    guard let length = length(of: entry) else { return [] }
    let count = min(entry.count, limit)
    let isInside = entry.count <= 4 / length
    guard
      let bytes = isInside
        ? entry.field.prefix(count * length) : view.bytes(at: number(entry.field), count * length)
    else { return [] }
    return (0..<count).map { bytes.dropFirst($0 * length).prefix(length) }
  }

  /// How many bytes each value of an entry takes; nil where the type is none, or there are more values
  /// than the block has room for.
  private func length(of entry: Entry) -> Int? {
    let isKnown = Self.lengths.indices.contains(entry.type)
    let length = entry.type == Self.utf8 ? 1 : isKnown ? Self.lengths[entry.type] : 0
    return length > 0 && entry.count <= view.count / length ? length : nil
  }

  /// A number of up to four bytes.
  private func number(_ bytes: ArraySlice<UInt8>) -> Int {
    (isBigEndian ? bytes.bigEndian : bytes.littleEndian) ?? 0
  }
}
