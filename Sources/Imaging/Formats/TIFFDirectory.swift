/// The first directory of a TIFF file (TIFF 6.0, section 2), which may be truncated.
package struct TIFFDirectory {
  package enum Tag: Int {
    /// 1 if the first image is a reduced copy.
    case subfileType = 0x00FE
    case make = 0x010F
    case orientation = 0x0112
    case subdirectories = 0x014A
    /// Only in DNG.
    case dngVersion = 0xC612
  }

  /// More than any camera writes; limits the cost of hostile files.
  private static let mostEntries = 512
  private static let entryLength = 12

  private let bytes: ArraySlice<UInt8>
  private let isBigEndian: Bool
  private var places: [Int: Int] = [:]

  /// Nil if it is not TIFF or the directory is missing; callable from any thread.
  package init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.has("II*\0") || bytes.has("MM\0*") else { return nil }
    self.bytes = bytes
    isBigEndian = bytes.has("MM")
    guard let start = number(at: 4, length: 4), let count = number(at: start, length: 2) else {
      return nil
    }
    for index in 0..<min(count, Self.mostEntries) {
      let place = start + 2 + index * Self.entryLength
      guard let tag = number(at: place, length: 2) else { break }
      places[tag] = place
    }
  }

  func has(_ tag: Tag) -> Bool { places[tag.rawValue] != nil }

  /// A LONG.
  func number(_ tag: Tag) -> Int? {
    places[tag.rawValue].flatMap { number(at: $0 + 8, length: 4) }
  }

  /// A SHORT.
  package func short(_ tag: Tag) -> Int? {
    places[tag.rawValue].flatMap { number(at: $0 + 8, length: 2) }
  }

  /// The offset of the value of an entry that is a single SHORT; nil for other types.
  package func shortPlace(_ tag: Tag) -> Int? {
    guard let place = places[tag.rawValue], number(at: place + 2, length: 2) == 3,
      number(at: place + 4, length: 4) == 1, number(at: place + 8, length: 2) != nil
    else { return nil }
    return place + 8
  }

  /// Truncated at the end of the bytes.
  func text(_ tag: Tag) -> ArraySlice<UInt8> {
    guard let place = places[tag.rawValue], let count = number(at: place + 4, length: 4) else {
      return []
    }
    let start = count <= 4 ? place + 8 : number(at: place + 8, length: 4) ?? 0
    return bytes.dropFirst(start).prefix(count)
  }

  private func number(at offset: Int, length: Int) -> Int? {
    let field = bytes.dropFirst(offset).prefix(length)
    guard field.count == length else { return nil }
    return isBigEndian
      ? field.reduce(0) { $0 << 8 | Int($1) } : field.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
