package import DecoderMessages
package import Imaging

/// How the pixels of one directory of a TIFF are stored.
package struct TIFFLayout: Sendable {
  /// What the samples mean (TIFF 6.0, sections 4 to 6, 16, 21).
  enum Meaning: Int {
    case whiteIsZero = 0
    case blackIsZero = 1
    case rgb = 2
    case palette = 3
    case cmyk = 5
    case yCbCr = 6

    /// How many samples are colours.
    var colorCount: Int {
      switch self {
      case .whiteIsZero, .blackIsZero, .palette: 1
      case .rgb, .yCbCr: 3
      case .cmyk: 4
      }
    }
  }

  /// Where the data of a strip or tile are, in bytes of the file.
  struct Chunk {
    let place, count: Int
  }

  /// The number of the directory, as libtiff counts: in the order of links, from zero on.
  package let pageNumber: Int
  /// The number of the directory below that one; nil where it is that one itself.
  package private(set) var subdirectoryNumber: Int?
  /// The stored size in pixels.
  package let size: PixelSize
  /// How it must be turned.
  package let orientation: Orientation
  /// What the samples mean; nil where nothing here knows it.
  let meaning: Meaning?
  let bits: Int
  let compression, predictor, sampleFormat, fillOrder: Int
  let sampleCount: Int
  /// What the samples behind the colours are: 1 and 2 are alpha.
  let extraSamples: [Int]
  /// Whether each sample has strips or tiles of its own.
  let isPlanar: Bool
  let isTiled: Bool
  /// How large a strip or tile is, in pixels.
  let chunkSize: PixelSize
  let chunks: [Chunk]
  /// How many luma samples stand for one of chroma, in each direction.
  let subsampling: PixelSize
  let page: TIFFFile.Page
  let file: TIFFFile

  /// Finds the directory that is the picture: the first that is neither a reduced copy of another nor a mask, or
  /// else the first of these below the very first, or that one itself.
  /// - Throws: `PictureError.truncated` where the places of its data are not all there, `.damaged` where they
  ///   cannot be, `.tooManyPixels`.
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

  /// Finds the largest preview of a raw file, in plain pixels; nil where there is none.
  ///
  /// The raw picture itself is none: its samples mean something else.
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
  /// No side of a tile is longer, in pixels.
  private static let longestTileSide = 1 << 20

  /// Reads a directory.
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

  /// What of it nothing here can decode rightly; nil where libvips or `TIFFPicture` may try.
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

  /// Whether libvips would show other colours than the file has: chroma that no JPEG holds, and whole numbers of
  /// 32 bits.
  private var isForTIFFPicture: Bool {
    if meaning == .yCbCr { return ![6, 7, 34661].contains(compression) }
    return bits == 32 && sampleFormat != 3
  }

  /// Whether `TIFFPicture` can read it.
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

  /// Whether data lie beyond the end of the file.
  package var isCut: Bool {
    chunks.enumerated().contains { index, chunk in
      let length = compression == 1 ? byteCount(rows: rowCount(ofChunk: index)) : chunk.count
      return chunk.place > file.bytes.count - max(1, length)
    }
  }

  /// Whether it is read here and not by libvips.
  package var isReadHere: Bool { isReadable && (isForTIFFPicture || isCut) }

  /// How many of the first samples are shown, where libvips would take one behind them for alpha that is none; nil
  /// where it is right.
  package var shownSampleCount: Int? {
    guard let meaning, sampleCount > meaning.colorCount, !extraSamples.isEmpty || meaning == .cmyk
    else { return nil }
    let hasAlpha = meaning != .cmyk && [1, 2].contains(extraSamples.first ?? 0)
    return hasAlpha ? nil : meaning.colorCount
  }

  /// Whether a sample behind the colours says how opaque the picture is, as libvips takes it too.
  var hasAlpha: Bool {
    guard let meaning, sampleCount > meaning.colorCount, meaning != .cmyk else { return false }
    return extraSamples.isEmpty || [1, 2].contains(extraSamples[0])
  }

  /// How many rows of the picture are wholly there, from the top, in whole strips or tiles.
  package var wholeRowCount: Int {
    let perRow = columnCount
    let perPlane = perRow * bandCount
    var rows = size.height
    for (index, chunk) in chunks.enumerated() where chunk.place > file.bytes.count - chunk.count {
      rows = min(rows, index % max(1, perPlane) / max(1, perRow) * chunkSize.height)
    }
    return rows
  }

  /// How many strips or tiles stand side by side, and one below the other.
  var columnCount: Int { (size.width + chunkSize.width - 1) / max(1, chunkSize.width) }
  var bandCount: Int { (size.height + chunkSize.height - 1) / max(1, chunkSize.height) }
  /// How many samples the pixels of a chunk have.
  var samplesPerChunk: Int { isPlanar ? 1 : sampleCount }

  /// How many rows a strip or tile has: the last strip may have fewer.
  func rowCount(ofChunk index: Int) -> Int {
    guard !isTiled else { return chunkSize.height }
    let band = index % max(1, bandCount)
    return min(chunkSize.height, size.height - band * chunkSize.height)
  }

  /// The unpacked length of so many rows of a strip or tile, in bytes.
  func byteCount(rows: Int) -> Int {
    guard subsampling.area == 1 else {
      let units = (chunkSize.width + subsampling.width - 1) / subsampling.width
      let unitRows = (rows + subsampling.height - 1) / subsampling.height
      return unitRows * units * (subsampling.area + 2)
    }
    return rows * ((chunkSize.width * samplesPerChunk * bits + 7) / 8)
  }
}
