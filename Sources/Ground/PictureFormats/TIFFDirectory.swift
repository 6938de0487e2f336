/// The first directory of a TIFF file (TIFF 6.0, section 2), as far as the bytes at hand go.
package struct TIFFDirectory {
  /// The tags that are looked at.
  package enum Tag: Int {
    /// One where the first picture is a reduced copy of another.
    case subfileType = 0x00FE
    /// The maker of the camera.
    case make = 0x010F
    /// How the picture must be turned.
    case orientation = 0x0112
    /// Further directories below this one.
    case subdirectories = 0x014A
    /// The version of DNG, which no other kind has.
    case dngVersion = 0xC612
  }

  /// More than any camera writes; a lie about it costs no more than this.
  private static let mostEntries = 512
  private static let entryLength = 12

  private let bytes: ArraySlice<UInt8>
  private let isBigEndian: Bool
  /// Where the entries of the wanted tags stand, in bytes from the start.
  private var places: [Int: Int] = [:]

  /// Reads the directory; nil where the bytes are no TIFF or it lies beyond them.
  ///
  /// Callable from any thread.
  /// - Parameter bytes: The file, or as much of it as is at hand.
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

  /// Whether the directory has an entry.
  func has(_ tag: Tag) -> Bool { places[tag.rawValue] != nil }

  /// The number that an entry holds, as LONG; nil where there is none.
  func number(_ tag: Tag) -> Int? {
    places[tag.rawValue].flatMap { number(at: $0 + 8, length: 4) }
  }

  /// The number that an entry holds, as SHORT; nil where there is none.
  package func short(_ tag: Tag) -> Int? {
    places[tag.rawValue].flatMap { number(at: $0 + 8, length: 2) }
  }

  /// Where the number of an entry stands that is one SHORT, in bytes from the start; nil where there is none, or the
  /// entry is of another type.
  package func shortPlace(_ tag: Tag) -> Int? {
    guard let place = places[tag.rawValue], number(at: place + 2, length: 2) == 3,
      number(at: place + 4, length: 4) == 1, number(at: place + 8, length: 2) != nil
    else { return nil }
    return place + 8
  }

  /// The text of an entry, as far as it lies within the bytes at hand.
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
