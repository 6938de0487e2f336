/// A reader of EXIF that shares nothing with the writer it checks.
struct ParsedExif {
  let orientation: Int
  let model: String
  let date: String
  let hasThumbnail: Bool

  /// Reads the block of a JPEG file; nil where there is none.
  init?(jpeg: [UInt8]) {
    guard jpeg.count > 12, Array(jpeg[0..<4]) == [0xFF, 0xD8, 0xFF, 0xE1],
      Array(jpeg[6..<12]) == Array("Exif\0\0".utf8)
    else { return nil }
    let length = Int(jpeg[4]) << 8 | Int(jpeg[5])
    guard length >= 8, jpeg.count >= 4 + length else { return nil }
    let tiff = Array(jpeg[12..<4 + length])
    let main = Self.directory(in: tiff, at: Self.number(tiff, 4, bytes: 4))
    let details = Self.directory(in: tiff, at: main.entries[0x8769]?.value ?? 0)
    let small = main.next == 0 ? nil : Self.directory(in: tiff, at: main.next)
    orientation = main.entries[0x0112]?.value ?? 0
    model = Self.text(in: tiff, main.entries[0x0110])
    date = Self.text(in: tiff, details.entries[0x9003])
    hasThumbnail = Self.holdsPicture(tiff, small?.entries ?? [:])
  }

  private struct Entry {
    var count: Int
    var value: Int
    /// Where the value begins, for one that does not fit into four bytes.
    var offset: Int
  }

  private static func directory(
    in tiff: [UInt8], at start: Int
  ) -> (entries: [Int: Entry], next: Int) {
    var entries: [Int: Entry] = [:]
    let count = number(tiff, start, bytes: 2)
    for place in (0..<count).map({ start + 2 + $0 * 12 }) {
      let isShort = number(tiff, place + 2, bytes: 2) == 3
      entries[number(tiff, place, bytes: 2)] = Entry(
        count: number(tiff, place + 4, bytes: 4),
        value: number(tiff, place + 8, bytes: isShort ? 2 : 4),
        offset: number(tiff, place + 8, bytes: 4))
    }
    return (entries, number(tiff, start + 2 + count * 12, bytes: 4))
  }

  private static func number(_ tiff: [UInt8], _ start: Int, bytes: Int) -> Int {
    tiff[start..<start + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func text(in tiff: [UInt8], _ entry: Entry?) -> String {
    guard let entry else { return "" }
    return String(
      decoding: tiff[entry.offset..<entry.offset + entry.count].dropLast(), as: UTF8.self)
  }

  /// Whether the second directory points at a whole JPEG.
  private static func holdsPicture(_ tiff: [UInt8], _ entries: [Int: Entry]) -> Bool {
    guard let start = entries[0x0201]?.value, let count = entries[0x0202]?.value else {
      return false
    }
    let picture = tiff[start..<start + count]
    return Array(picture.prefix(2)) == [0xFF, 0xD8] && Array(picture.suffix(2)) == [0xFF, 0xD9]
  }
}
