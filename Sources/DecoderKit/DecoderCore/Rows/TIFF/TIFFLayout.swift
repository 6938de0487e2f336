package import DecoderProtocol
package import Imaging

package struct TIFFLayout {
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
  let page: TIFFEntries
  let bytes: [UInt8]

  /// Selects the first directory that is neither a reduced copy nor a mask.
  ///
  /// Otherwise the first such subdirectory of the first directory, otherwise the first directory.
  /// Throws `.truncated` if the data offsets are incomplete, `.damaged` if they are impossible.
  package init(pictureOf bytes: [UInt8]) throws(PictureError) {
    var file = try TIFFPages(bytes)
    if let number = file.pages.firstIndex(where: { !Self.isSecondary($0) }) {
      try self.init(bytes, file.pages[number], number)
      return
    }
    let below = file.pages(below: file.pages[0])
    let number = below.firstIndex { page in
      page.number(TIFFTag.photometric).flatMap(Meaning.init) != nil && !Self.isSecondary(page)
    }
    try self.init(bytes, number.map { below[$0] } ?? file.pages[0], 0)
    subdirectoryNumber = number
  }

  /// Selects the largest preview of a raw file that has plain pixels, excluding the raw image.
  package init?(previewIn bytes: [UInt8]) {
    guard var file = try? TIFFPages(bytes) else { return nil }
    let main = file.pages
    let pages = main + main.flatMap { file.pages(below: $0) }
    let layouts = pages.prefix(Self.mostPreviews).compactMap { try? TIFFLayout(bytes, $0, 0) }
    let previews = layouts.filter { layout in
      layout.isReadable && (layout.meaning == .rgb || layout.meaning == .yCbCr)
    }
    guard let largest = previews.max(by: { $0.size.area < $1.size.area }) else { return nil }
    self = largest
  }

  private static let mostPreviews = 64
  /// Entries may be of signed types, or of 64 bits in BigTIFF.
  private static let tileSides = 0...1 << 20
  private static let sampleCounts = 0...Int(UInt16.max)

  private init(_ bytes: [UInt8], _ page: TIFFEntries, _ number: Int) throws(PictureError) {
    func one(_ tag: Int, or usual: Int) -> Int { page.number(tag) ?? usual }
    func equal(_ tag: Int, or usual: Int) -> Int {
      let values = page.numbers(tag, atMost: 64)
      guard let first = values.first else { return usual }
      return values.allSatisfy { $0 == first } ? first : 0
    }
    (self.bytes, self.page, pageNumber) = (bytes, page, number)
    size = PixelSize(width: one(TIFFTag.width, or: 0), height: one(TIFFTag.height, or: 0))
    orientation = Orientation(rawValue: one(TIFFTag.orientation, or: 1)) ?? .topLeft
    meaning = page.number(TIFFTag.photometric).flatMap(Meaning.init)
    bits = equal(TIFFTag.bitsPerSample, or: 1)
    compression = one(TIFFTag.compression, or: 1)
    predictor = one(TIFFTag.predictor, or: 1)
    sampleFormat = equal(TIFFTag.sampleFormat, or: 1)
    fillOrder = one(TIFFTag.fillOrder, or: 1)
    sampleCount = one(TIFFTag.samplesPerPixel, or: 1)
    extraSamples = page.numbers(TIFFTag.extraSamples, atMost: 64)
    isPlanar = one(TIFFTag.planarConfiguration, or: 1) == 2 && sampleCount > 1
    isTiled = page.number(TIFFTag.tileWidth) != nil
    let ratio = page.numbers(TIFFTag.subsampling, atMost: 2)
    let usual = meaning == .yCbCr ? (ratio.first ?? 2, ratio.last ?? 2) : (1, 1)
    subsampling = PixelSize(width: max(1, usual.0), height: max(1, usual.1))
    let rows = one(TIFFTag.rowsPerStrip, or: size.height)
    chunkSize =
      isTiled
      ? PixelSize(width: one(TIFFTag.tileWidth, or: 0), height: one(TIFFTag.tileHeight, or: 0))
      : PixelSize(width: size.width, height: min(max(1, rows), max(1, size.height)))
    guard max(size.width, size.height) <= Int(Int32.max) else { throw .damaged }
    try PictureLimit.check(size)
    guard !isTiled || [chunkSize.width, chunkSize.height].allSatisfy(Self.tileSides.contains),
      Self.sampleCounts.contains(sampleCount), bits >= 0
    else { throw .damaged }
    let (offsets, counts) =
      isTiled
      ? (TIFFTag.tileOffsets, TIFFTag.tileByteCounts)
      : (TIFFTag.stripOffsets, TIFFTag.stripByteCounts)
    let places = page.numbers(offsets, atMost: .max)
    if places.isEmpty, page.has(offsets) { throw .truncated }
    let lengths = page.numbers(counts, atMost: .max)
    chunks = places.enumerated().map { index, place in
      Chunk(place: place, count: index < lengths.count ? lengths[index] : 0)
    }
  }

  private static func isSecondary(_ page: TIFFEntries) -> Bool {
    let isMarked = (page.number(TIFFTag.newSubfileType) ?? 0) & 0b101 != 0
    return isMarked || page.number(TIFFTag.subfileType) == 2
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
    case .cmyk where (page.number(TIFFTag.inkSet) ?? 1) != 1: return false
    case .palette: return bits <= 8 && !page.numbers(TIFFTag.colorMap, atMost: 1).isEmpty
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
      return chunk.place > bytes.count - max(1, length)
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
    for (index, chunk) in chunks.enumerated() where chunk.place > bytes.count - chunk.count {
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

/// Tags of the directories of a TIFF (TIFF 6.0).
enum TIFFTag {
  static let (newSubfileType, subfileType) = (254, 255)
  static let (width, height) = (256, 257)
  static let bitsPerSample = 258
  static let compression = 259
  static let photometric = 262
  static let fillOrder = 266
  static let (stripOffsets, rowsPerStrip, stripByteCounts) = (273, 278, 279)
  static let orientation = 274
  static let samplesPerPixel = 277
  static let planarConfiguration = 284
  static let predictor = 317
  static let colorMap = 320
  static let (tileWidth, tileHeight, tileOffsets, tileByteCounts) = (322, 323, 324, 325)
  static let subdirectories = 330
  static let inkSet = 332
  static let extraSamples = 338
  static let sampleFormat = 339
  static let (coefficients, subsampling, referenceBlackWhite) = (529, 530, 532)
  static let profile = 34675
}

/// The directories of a TIFF; untrusted input.
private struct TIFFPages {
  private static let mostPages = 1000
  private static let bigTIFFHeaderByteCount = 16

  private(set) var pages: [TIFFEntries] = []
  private var structure: TIFFStructure

  /// Throws `.damaged` if it is not a TIFF, `.truncated` if it ends before the first directory.
  init(_ bytes: [UInt8]) throws(PictureError) {
    guard let structure = TIFFStructure(ByteView(bytes), directoryLimit: Self.mostPages) else {
      throw bytes.count < Self.bigTIFFHeaderByteCount ? .truncated : .damaged
    }
    self.structure = structure
    var next = structure.first
    while let page = page(at: next) {
      pages.append(page)
      next = page.next
    }
    if pages.isEmpty { throw .truncated }
  }

  mutating func pages(below page: TIFFEntries) -> [TIFFEntries] {
    page.numbers(TIFFTag.subdirectories, atMost: 16).compactMap { self.page(at: $0) }
  }

  private mutating func page(at offset: Int) -> TIFFEntries? {
    structure.entries(at: offset).flatMap { $0.isWhole ? $0 : nil }
  }
}
