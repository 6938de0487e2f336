import DecoderProtocol
import Imaging

/// A TIFF that libvips would show in wrong colors, or not at all because it is truncated.
///
/// Missing parts stay transparent.
struct TIFFPicture: RowPicture {
  private let layout: TIFFLayout
  private let colors: TIFFColors
  let hasAlpha: Bool
  private var rowNumber = 0
  private var band: (number: Int, content: Band)?

  /// The strips or tiles of one row of them, plane by plane, as far as they are there.
  private struct Band {
    var chunks: [[UInt8]]
    var rowCounts: [Int]
  }

  init(_ layout: TIFFLayout) throws(PictureError) {
    self.layout = layout
    colors = TIFFColors(layout)
    hasAlpha = !colors.isCMYK || layout.isCut
    try PictureLimit.checkRows(layout.size)
    // One band is kept in memory.
    let length = layout.columnCount * layout.byteCount(rows: layout.chunkSize.height)
    guard length <= PictureLimit.byteCount / layout.sampleCount else {
      throw .tooManyPixels(layout.size)
    }
  }

  var size: PixelSize { layout.size }

  var orientation: Orientation { layout.orientation }

  mutating func skipRows(_ count: Int) -> Int {
    rowNumber = count
    return count
  }

  mutating func readRow(into row: inout [UInt8]) -> RowContent {
    let (number, y) = rowNumber.quotientAndRemainder(dividingBy: layout.chunkSize.height)
    if band?.number != number { band = (number, read(number)) }
    guard let band else { return .end }
    rowNumber += 1
    return fill(&row, y, of: band.content)
  }

  func inStandardColors(_ bitmap: Bitmap) -> Bitmap { colors.inStandardColors(bitmap) }

  private func read(_ number: Int) -> Band {
    let planes = layout.isPlanar ? layout.sampleCount : 1
    let perPlane = layout.columnCount * layout.bandCount
    var band = Band(chunks: [], rowCounts: [])
    for plane in 0..<planes {
      for column in 0..<layout.columnCount {
        let index = plane * perPlane + number * layout.columnCount + column
        let rowCount = layout.rowCount(ofChunk: index)
        var bytes = unpacked(index, to: layout.byteCount(rows: rowCount))
        let whole = (0...rowCount).last { layout.byteCount(rows: $0) <= bytes.count } ?? 0
        if layout.predictor == 2 { undoDifferences(&bytes) }
        band.chunks.append(bytes)
        band.rowCounts.append(whole)
      }
    }
    return band
  }

  private func unpacked(_ index: Int, to length: Int) -> [UInt8] {
    guard layout.chunks.indices.contains(index) else { return [] }
    let (chunk, file) = (layout.chunks[index], layout.bytes)
    guard chunk.place >= 0, chunk.place < file.count else { return [] }
    let count = chunk.count > 0 ? chunk.count : length
    return TIFFPacking.unpacked(
      file[chunk.place..<min(file.count, chunk.place + min(count, file.count))],
      layout.compression, to: length)
  }

  /// Undoes horizontal differencing (TIFF 6.0, section 14).
  private func undoDifferences(_ bytes: inout [UInt8]) {
    let width = layout.bits / 8
    let step = layout.samplesPerChunk * width
    let rowLength = layout.chunkSize.width * step
    guard rowLength > 0 else { return }
    for start in stride(from: 0, to: bytes.count, by: rowLength) {
      let end = min(bytes.count, start + rowLength)
      for place in stride(from: start + step, to: end - width + 1, by: width) {
        var carry = 0
        for byte in 0..<width {
          let index = layout.page.isBigEndian ? width - 1 - byte : byte
          let sum = Int(bytes[place + index]) + Int(bytes[place + index - step]) + carry
          (bytes[place + index], carry) = (UInt8(sum & 255), sum >> 8)
        }
      }
    }
  }

  private func fill(_ row: inout [UInt8], _ y: Int, of band: Band) -> RowContent {
    var (isThere, isWhole) = (false, true)
    let columns = layout.columnCount
    var samples = [UInt8](repeating: 0, count: colors.sampleCount)
    for column in 0..<columns {
      let start = column * layout.chunkSize.width
      let end = min(layout.size.width, start + layout.chunkSize.width)
      let isHere = y < band.rowCounts[column]
      isThere = isThere || isHere
      for plane in stride(from: column, to: band.rowCounts.count, by: columns)
      where y >= band.rowCounts[plane] { isWhole = false }
      for x in start..<end {
        guard isHere else {
          for channel in 0..<4 { row[x * 4 + channel] = 0 }
          continue
        }
        for sample in samples.indices {
          samples[sample] = value(sample, x - start, y, of: band, column, instead: samples[0])
        }
        let pixel = colors.pixel(samples)
        for channel in 0..<4 { row[x * 4 + channel] = pixel[channel] }
      }
    }
    return isThere ? isWhole ? .whole : .partial : .missing
  }

  private func value(
    _ sample: Int, _ x: Int, _ y: Int, of band: Band, _ column: Int, instead first: UInt8
  ) -> UInt8 {
    let chunk = layout.isPlanar ? sample * layout.columnCount + column : column
    guard y < band.rowCounts[chunk] else { return colors.missing(sample, first) }
    let bytes = band.chunks[chunk]
    if layout.subsampling.area > 1 { return bytes[unitPlace(of: sample, x, y)] }
    let samples = layout.samplesPerChunk
    let bit = (x * samples + (layout.isPlanar ? 0 : sample)) * layout.bits
    let rowStart = y * ((layout.chunkSize.width * samples * layout.bits + 7) / 8)
    let place = rowStart + bit / 8
    guard layout.bits < 8 else {
      return bytes[layout.page.isBigEndian ? place : place + layout.bits / 8 - 1]
    }
    let raw = bytes[place] >> UInt8(8 - layout.bits - bit % 8) & UInt8((1 << layout.bits) - 1)
    return layout.meaning == .palette ? raw : UInt8(Int(raw) * 255 / ((1 << layout.bits) - 1))
  }

  /// Index of a sample among units of luma samples and two chroma samples (TIFF 6.0, section 21).
  private func unitPlace(of sample: Int, _ x: Int, _ y: Int) -> Int {
    let (across, down) = (layout.subsampling.width, layout.subsampling.height)
    let units = (layout.chunkSize.width + across - 1) / across
    let unit = ((y / down) * units + x / across) * (across * down + 2)
    return sample == 0 ? unit + y % down * across + x % across : unit + across * down + sample - 1
  }
}

struct TIFFColors {
  private let meaning: TIFFLayout.Meaning
  private let hasAlpha, isMultiplied: Bool
  private let palette: [UInt8]
  private let chroma: YCbCr
  private let profile: PictureColors
  let sampleCount: Int

  init(_ layout: TIFFLayout) {
    let page = layout.page
    meaning = layout.meaning ?? .blackIsZero
    hasAlpha = layout.hasAlpha
    isMultiplied = hasAlpha && layout.extraSamples.first == 1
    sampleCount = meaning.colorCount + (hasAlpha ? 1 : 0)
    let entries = meaning == .palette ? page.numbers(TIFFTag.colorMap, atMost: .max) : []
    // Some programs write 8 bits instead of 16.
    let shift = (entries.max() ?? 0) > 255 ? 8 : 0
    palette = entries.map { UInt8(truncatingIfNeeded: $0 >> shift) }
    func fractions(_ tag: Int) -> [Double] {
      page.fractions(tag, atMost: 16).compactMap { $0?.value }
    }
    chroma = YCbCr(fractions(TIFFTag.coefficients), fractions(TIFFTag.referenceBlackWhite))
    let icc = page.bytes(TIFFTag.profile, atMost: PictureColors.profileByteLimit)
    profile = icc.map { .profile(Array($0)) } ?? .standard
  }

  var isCMYK: Bool { meaning == .cmyk }

  func pixel(_ samples: [UInt8]) -> SIMD4<UInt8> {
    let pixel = stored(samples)
    guard isMultiplied, pixel.w > 0, pixel.w < 255 else { return pixel }
    func divided(_ level: UInt8) -> UInt8 { UInt8(min(255, Int(level) * 255 / Int(pixel.w))) }
    return SIMD4(divided(pixel.x), divided(pixel.y), divided(pixel.z), pixel.w)
  }

  private func stored(_ samples: [UInt8]) -> SIMD4<UInt8> {
    let alpha = hasAlpha ? samples[sampleCount - 1] : 255
    switch meaning {
    case .blackIsZero: return SIMD4(samples[0], samples[0], samples[0], alpha)
    case .whiteIsZero:
      let level = 255 - samples[0]
      return SIMD4(level, level, level, alpha)
    case .rgb: return SIMD4(samples[0], samples[1], samples[2], alpha)
    case .cmyk: return SIMD4(samples[0], samples[1], samples[2], samples[3])
    case .palette:
      let count = palette.count / 3
      guard Int(samples[0]) < count else { return SIMD4(0, 0, 0, alpha) }
      let index = Int(samples[0])
      return SIMD4(palette[index], palette[count + index], palette[2 * count + index], alpha)
    case .yCbCr:
      let color = chroma.color(samples[0], samples[1], samples[2])
      return SIMD4(color, alpha)
    }
  }

  /// The substitute for a sample whose plane is missing: gray instead of colors, no ink.
  func missing(_ sample: Int, _ first: UInt8) -> UInt8 {
    if hasAlpha, sample == sampleCount - 1 { return 255 }
    switch meaning {
    case .yCbCr: return sample == 0 ? 0 : 128
    case .cmyk: return 0
    default: return first
    }
  }

  func inStandardColors(_ bitmap: Bitmap) -> Bitmap {
    guard !isCMYK else { return bitmap.fromCMYK(isInverted: false, profile) }
    let isGray = meaning == .blackIsZero || meaning == .whiteIsZero
    return bitmap.inStandardColors(profile, isGray: isGray)
  }
}

/// Converts YCbCr (TIFF 6.0, section 21).
struct YCbCr {
  private let red, green, blue: Double
  /// The codes of black and white of each sample.
  private let reference: [Double]

  /// Takes the luma coefficients and the codes of black and white; replaces invalid ones.
  init(_ coefficients: [Double], _ codes: [Double]) {
    let isValid = coefficients.count == 3 && coefficients.allSatisfy { $0 > 0 && $0 < 1 }
    let shares = isValid ? coefficients : [0.299, 0.587, 0.114]
    (red, green, blue) = (shares[0], shares[1], shares[2])
    let isUsable =
      codes.count == 6 && stride(from: 0, to: 6, by: 2).allSatisfy { codes[$0] < codes[$0 + 1] }
    reference = isUsable ? codes : [0, 255, 128, 255, 128, 255]
  }

  func color(_ y: UInt8, _ cb: UInt8, _ cr: UInt8) -> SIMD3<UInt8> {
    func scaled(_ sample: UInt8, _ index: Int, _ range: Double) -> Double {
      (Double(sample) - reference[index]) * range / (reference[index + 1] - reference[index])
    }
    let luma = scaled(y, 0, 255)
    let r = scaled(cr, 4, 127) * (2 - 2 * red) + luma
    let b = scaled(cb, 2, 127) * (2 - 2 * blue) + luma
    let g = (luma - red * r - blue * b) / green
    func level(_ value: Double) -> UInt8 { UInt8(max(0, min(255, value.rounded()))) }
    return SIMD3(level(r), level(g), level(b))
  }
}
