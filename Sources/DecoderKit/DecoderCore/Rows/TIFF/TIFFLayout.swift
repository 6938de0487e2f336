package import DecoderProtocol
package import Imaging

package struct TIFFLayout: Sendable {
  /// Photometric interpretation (TIFF 6.0, sections 4 to 6, 16, 21).
  enum Meaning: Int {
    case whiteIsZero = 0
    case blackIsZero = 1
    case rgb = 2
    case palette = 3
    case cmyk = 5
    case yCbCr = 6

    var colorCount: Int {
      switch self {
      case .whiteIsZero, .blackIsZero, .palette: 1
      case .rgb, .yCbCr: 3
      case .cmyk: 4
      }
    }
  }

  /// The file range of a strip or tile in bytes.
  struct Chunk {
    let place, count: Int
  }

  /// The directory number as in libtiff: in link order, from zero.
  package let pageNumber: Int
  /// The number of the subdirectory below that directory; nil for the directory itself.
  package private(set) var subdirectoryNumber: Int?
  package let size: PixelSize
  package let orientation: Orientation
  let meaning: Meaning?
  let bits: Int
  let compression, predictor, sampleFormat, fillOrder: Int
  let sampleCount: Int
  /// Types of the extra samples: 1 and 2 are alpha.
  let extraSamples: [Int]
  let isPlanar, isTiled: Bool
  let chunkSize: PixelSize
  let chunks: [Chunk]
  let subsampling: PixelSize
  let page: TIFFFile.Page
  let file: TIFFFile

  /// Selects the first directory that is neither a reduced copy nor a mask.
  ///
  /// Otherwise the first such subdirectory of the first directory, otherwise the first directory.
  /// Throws `.truncated` if the data offsets are incomplete, `.damaged` if they are impossible.
  package init(pictureOf file: TIFFFile) throws(PictureError) {
    if let number = file.pages.firstIndex(where: { !Self.isSecondary($0, of: file) }) {
      try self.init(file, file.pages[number], number)
      return
    }
    let below = file.pages(below: file.pages[0])
    let number = below.firstIndex { page in
      let meaning = file.number(.photometric, of: page).flatMap(Meaning.init)
      return meaning != nil && !Self.isSecondary(page, of: file)
    }
    try self.init(file, number.map { below[$0] } ?? file.pages[0], 0)
    subdirectoryNumber = number
  }

  /// Selects the largest preview of a raw file that has plain pixels, excluding the raw image.
  package init?(previewIn file: TIFFFile) {
    let pages = file.pages + file.pages.flatMap { file.pages(below: $0) }
    let layouts = pages.prefix(Self.mostPreviews).compactMap { try? TIFFLayout(file, $0, 0) }
    let previews = layouts.filter { layout in
      layout.isReadable && (layout.meaning == .rgb || layout.meaning == .yCbCr)
    }
    guard let largest = previews.max(by: { $0.size.area < $1.size.area }) else { return nil }
    self = largest
  }

  private static let mostPreviews = 64
  private static let longestTileSide = 1 << 20

  init(_ file: TIFFFile, _ page: TIFFFile.Page, _ number: Int) throws(PictureError) {
    func one(_ tag: TIFFFile.Tag, or usual: Int) -> Int { file.number(tag, of: page) ?? usual }
    (self.file, self.page, pageNumber) = (file, page, number)
    size = PixelSize(width: one(.width, or: 0), height: one(.height, or: 0))
    orientation = Orientation(rawValue: one(.orientation, or: 1)) ?? .topLeft
    meaning = file.number(.photometric, of: page).flatMap(Meaning.init)
    let depths = file.numbers(.bitsPerSample, of: page, atMost: 64) ?? [1]
    bits = depths.allSatisfy { $0 == depths[0] } ? depths[0] : 0
    compression = one(.compression, or: 1)
    predictor = one(.predictor, or: 1)
    let formats = file.numbers(.sampleFormat, of: page, atMost: 64) ?? [1]
    sampleFormat = formats.allSatisfy { $0 == formats[0] } ? formats[0] : 0
    fillOrder = one(.fillOrder, or: 1)
    sampleCount = one(.samplesPerPixel, or: 1)
    extraSamples = file.numbers(.extraSamples, of: page, atMost: 64) ?? []
    isPlanar = one(.planarConfiguration, or: 1) == 2 && sampleCount > 1
    isTiled = file.number(.tileWidth, of: page) != nil
    let ratio = meaning == .yCbCr ? file.numbers(.subsampling, of: page, atMost: 2) ?? [2, 2] : [1]
    subsampling = PixelSize(width: max(1, ratio[0]), height: max(1, ratio[ratio.count - 1]))
    let rows = one(.rowsPerStrip, or: size.height)
    chunkSize =
      isTiled
      ? PixelSize(width: one(.tileWidth, or: 0), height: one(.tileHeight, or: 0))
      : PixelSize(width: size.width, height: min(max(1, rows), max(1, size.height)))
    guard max(size.width, size.height) <= Int(Int32.max) else { throw .damaged }
    try PictureLimit.check(size)
    guard !isTiled || max(chunkSize.width, chunkSize.height) <= Self.longestTileSide else {
      throw .damaged
    }
    let (places, counts): (TIFFFile.Tag, TIFFFile.Tag) =
      isTiled ? (.tileOffsets, .tileByteCounts) : (.stripOffsets, .stripByteCounts)
    if file.isCut(places, of: page) { throw .truncated }
    let lengths = file.numbers(counts, of: page) ?? []
    chunks = (file.numbers(places, of: page) ?? []).enumerated().map { index, place in
      Chunk(place: place, count: index < lengths.count ? lengths[index] : 0)
    }
  }

  private static func isSecondary(_ page: TIFFFile.Page, of file: TIFFFile) -> Bool {
    let isMarked = (file.number(.newSubfileType, of: page) ?? 0) & 0b101 != 0
    return isMarked || file.number(.subfileType, of: page) == 2
  }

  /// The feature that prevents decoding; nil if libvips or `TIFFPicture` may try.
  package var lack: String? {
    switch compression {
    case 33003, 33004, 33005, 34712: return "TIFF with JPEG 2000 inside"
    case 50002, 52546: return "TIFF with JPEG XL inside"
    case 1...8, 32766, 32771, 32773, 32809, 32946, 34661, 34676, 34677, 34887, 34925, 50000, 50001:
      break
    default: return "TIFF of compression \(compression)"
    }
    switch (sampleFormat, bits) {
    case (3, 32), (1, ...32), (4, ...32): break
    case (2, _): return "TIFF of signed samples"
    case (3, _): return "TIFF of \(bits)-bit floats"
    case (5, _), (6, _): return "TIFF of complex samples"
    case (0, _): return "TIFF of several sample formats"
    default: return "TIFF of \(bits)-bit samples"
    }
    return isForTIFFPicture && !isReadable ? "TIFF of this type" : nil
  }

  /// Whether libvips would show wrong colors: YCbCr outside JPEG, and integers of 32 bits.
  private var isForTIFFPicture: Bool {
    if meaning == .yCbCr { return ![6, 7, 34661].contains(compression) }
    return bits == 32 && sampleFormat != 3
  }

  private var isReadable: Bool {
    guard let meaning, [1, 5, 8, 32773, 32946].contains(compression), fillOrder == 1,
      sampleFormat == 1 || sampleFormat == 4, [1, 2, 4, 8, 16, 32].contains(bits),
      sampleCount >= meaning.colorCount, sampleCount <= 64, chunkSize.area > 0,
      predictor == 1 || predictor == 2 && bits >= 8, !chunks.isEmpty
    else { return false }
    switch meaning {
    case .cmyk where (file.number(.inkSet, of: page) ?? 1) != 1: return false
    case .palette: return bits <= 8 && file.numbers(.colorMap, of: page) != nil
    case .yCbCr:
      let ratios = [1, 2, 4]
      return bits == 8 && ratios.contains(subsampling.width) && ratios.contains(subsampling.height)
        && (subsampling.area == 1 || !isPlanar && sampleCount == 3 && predictor == 1)
    default: return true
    }
  }

  package var isCut: Bool {
    chunks.enumerated().contains { index, chunk in
      let length = compression == 1 ? byteCount(rows: rowCount(ofChunk: index)) : chunk.count
      return chunk.place > file.bytes.count - max(1, length)
    }
  }

  package var isReadHere: Bool { isReadable && (isForTIFFPicture || isCut) }

  /// How many samples to show if libvips would take an extra sample for alpha; nil if it is right.
  package var shownSampleCount: Int? {
    guard let meaning, sampleCount > meaning.colorCount, !extraSamples.isEmpty || meaning == .cmyk
    else { return nil }
    let hasAlpha = meaning != .cmyk && [1, 2].contains(extraSamples.first ?? 0)
    return hasAlpha ? nil : meaning.colorCount
  }

  /// Whether an extra sample is alpha, as in libvips.
  var hasAlpha: Bool {
    guard let meaning, sampleCount > meaning.colorCount, meaning != .cmyk else { return false }
    return extraSamples.isEmpty || [1, 2].contains(extraSamples[0])
  }

  /// The number of complete rows from the top, in whole strips or tiles.
  package var wholeRowCount: Int {
    let perRow = columnCount
    let perPlane = perRow * bandCount
    var rows = size.height
    for (index, chunk) in chunks.enumerated() where chunk.place > file.bytes.count - chunk.count {
      rows = min(rows, index % max(1, perPlane) / max(1, perRow) * chunkSize.height)
    }
    return rows
  }

  var columnCount: Int { (size.width + chunkSize.width - 1) / max(1, chunkSize.width) }
  var bandCount: Int { (size.height + chunkSize.height - 1) / max(1, chunkSize.height) }
  var samplesPerChunk: Int { isPlanar ? 1 : sampleCount }

  func rowCount(ofChunk index: Int) -> Int {
    guard !isTiled else { return chunkSize.height }
    let band = index % max(1, bandCount)
    return min(chunkSize.height, size.height - band * chunkSize.height)
  }

  func byteCount(rows: Int) -> Int {
    guard subsampling.area == 1 else {
      let units = (chunkSize.width + subsampling.width - 1) / subsampling.width
      let unitRows = (rows + subsampling.height - 1) / subsampling.height
      return unitRows * units * (subsampling.area + 2)
    }
    return rows * ((chunkSize.width * samplesPerChunk * bits + 7) / 8)
  }
}

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
    return isBigEndian ? field.bigEndian : field.littleEndian
  }
}
