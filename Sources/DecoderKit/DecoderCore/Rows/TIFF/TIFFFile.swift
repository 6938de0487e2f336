package import DecoderProtocol

/// The directories of a TIFF or BigTIFF (TIFF 6.0, section 2); untrusted input.
package struct TIFFFile: Sendable {
  enum Tag: Int {
    case newSubfileType = 254
    case subfileType = 255
    case width = 256
    case height = 257
    case bitsPerSample = 258
    case compression = 259
    case photometric = 262
    case fillOrder = 266
    case stripOffsets = 273
    case orientation = 274
    case samplesPerPixel = 277
    case rowsPerStrip = 278
    case stripByteCounts = 279
    case planarConfiguration = 284
    case predictor = 317
    case colorMap = 320
    case tileWidth = 322
    case tileHeight = 323
    case tileOffsets = 324
    case tileByteCounts = 325
    case subdirectories = 330
    case inkSet = 332
    case extraSamples = 338
    case sampleFormat = 339
    case coefficients = 529
    case subsampling = 530
    case referenceBlackWhite = 532
    case profile = 34675
  }

  struct Page: Sendable {
    fileprivate struct Entry: Sendable {
      let type, count, place: Int
    }

    fileprivate var entries: [Int: Entry] = [:]
    /// Offset of the next directory in bytes; zero for none.
    fileprivate var next = 0
  }

  private static let mostPages = 1000
  private static let mostEntries = 4096
  /// Bytes per value of each type (TIFF 6.0, section 2; BigTIFF).
  private static let widths = [
    1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8,
    17: 8, 18: 8,
  ]

  let bytes: [UInt8]
  let isBigEndian: Bool
  private let isLarge: Bool
  private(set) var pages: [Page] = []

  /// Throws `.damaged` if it is not a TIFF, `.truncated` if the first directory is beyond the end.
  package init(_ bytes: [UInt8]) throws(PictureError) {
    self.bytes = bytes
    isBigEndian = bytes.starts(with: "MM".utf8)
    let start = Array(bytes.prefix(4))
    let version = start.count == 4 ? Int(isBigEndian ? start[3] : start[2]) : 0
    guard isBigEndian || bytes.starts(with: "II".utf8), version == 42 || version == 43 else {
      throw .damaged
    }
    isLarge = version == 43
    var seen: Set<Int> = []
    var place = number(at: isLarge ? 8 : 4, isLarge ? 8 : 4) ?? 0
    while place > 0, pages.count < Self.mostPages, seen.insert(place).inserted,
      let page = page(at: place)
    {
      pages.append(page)
      place = page.next
    }
    if pages.isEmpty { throw .truncated }
  }

  func pages(below page: Page) -> [Page] {
    (numbers(.subdirectories, of: page, atMost: 16) ?? []).compactMap(self.page)
  }

  private func page(at place: Int) -> Page? {
    let countLength = isLarge ? 8 : 2
    let entryLength = isLarge ? 20 : 12
    guard let count = number(at: place, countLength), count <= Self.mostEntries,
      place <= bytes.count - countLength - count * entryLength
    else { return nil }
    var page = Page()
    for index in 0..<count {
      let start = place + countLength + index * entryLength
      guard let tag = number(at: start, 2), let type = number(at: start + 2, 2),
        let width = Self.widths[type],
        let valueCount = number(at: start + 4, isLarge ? 8 : 4), page.entries[tag] == nil
      else { continue }
      let field = start + (isLarge ? 12 : 8)
      let (length, overflows) = valueCount.multipliedReportingOverflow(by: width)
      let fits = !overflows && length <= (isLarge ? 8 : 4)
      guard let value = fits ? field : number(at: field, isLarge ? 8 : 4) else { continue }
      page.entries[tag] = Page.Entry(type: type, count: valueCount, place: value)
    }
    page.next = number(at: place + countLength + count * entryLength, isLarge ? 8 : 4) ?? 0
    return page
  }

  /// Nil if missing or incomplete.
  func numbers(_ tag: Tag, of page: Page, atMost limit: Int = .max) -> [Int]? {
    guard let entry = page.entries[tag.rawValue], let width = Self.widths[entry.type],
      [1, 3, 4, 6, 8, 9, 13, 16, 17, 18].contains(entry.type), entry.count > 0,
      entry.place >= 0, entry.count <= max(0, bytes.count - entry.place) / width
    else { return nil }
    return (0..<min(entry.count, limit)).compactMap { number(at: entry.place + $0 * width, width) }
  }

  func number(_ tag: Tag, of page: Page) -> Int? { numbers(tag, of: page, atMost: 1)?.first }

  /// Whether an entry has values that are not all inside the file.
  func isCut(_ tag: Tag, of page: Page) -> Bool {
    page.entries[tag.rawValue] != nil && numbers(tag, of: page) == nil
  }

  func fractions(_ tag: Tag, of page: Page) -> [Double]? {
    guard let entry = page.entries[tag.rawValue], entry.type == 5, entry.count <= 16 else {
      return numbers(tag, of: page, atMost: 16)?.map(Double.init)
    }
    return (0..<entry.count).compactMap { index in
      guard let upper = number(at: entry.place + index * 8, 4),
        let lower = number(at: entry.place + index * 8 + 4, 4), lower > 0
      else { return nil }
      return Double(upper) / Double(lower)
    }
  }

  func data(_ tag: Tag, of page: Page, atMost limit: Int) -> [UInt8]? {
    guard let entry = page.entries[tag.rawValue], entry.type == 1 || entry.type == 7,
      entry.count <= limit, entry.place >= 0, entry.place <= bytes.count - entry.count
    else { return nil }
    return Array(bytes[entry.place..<entry.place + entry.count])
  }

  /// Reads an unsigned number; nil if out of range or above 63 bits.
  private func number(at place: Int, _ length: Int) -> Int? {
    guard place >= 0, place <= bytes.count - length else { return nil }
    let field = bytes[place..<place + length]
    let value =
      isBigEndian
      ? field.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      : field.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }
}
