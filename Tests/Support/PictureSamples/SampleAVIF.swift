package import Imaging

/// An AVIF sequence for tests, with any boxes (ISO/IEC 14496-12; AV1 Image File Format).
package struct SampleAVIF {
  /// The repetition in the edit list.
  package enum Repetition: Sendable {
    /// There is no edit list.
    case unspecified
    /// It is played once.
    case never
    /// It is played so many times.
    case times(Int)
    /// It is played endlessly.
    case endless
  }

  /// The frames.
  package var colors: SampleAV1
  /// Their alpha.
  package var alpha: SampleAV1?
  /// Whether the colours are multiplied by it.
  package var isMultiplied = false
  /// The delay of each frame in milliseconds.
  package var delays: [Int]
  package var repetition = Repetition.unspecified
  /// Whether the first frame is a still image as well, for readers without animation.
  package var hasStill = true
  /// The size recorded in the track, if it differs from that of the frames.
  package var trackSize: PixelSize?
  /// Other properties of the frames.
  package var properties: [UInt8] = []
  /// How many times the frames are listed; repetitions cost four bytes each.
  package var rounds = 1

  /// Takes frames without alpha.
  package init(_ frames: Bitmap..., delay: Int = 100) { self.init(SampleAV1(frames), delay: delay) }

  /// Takes frames without alpha.
  package init(_ colors: SampleAV1, delay: Int = 100) {
    self.colors = colors
    delays = colors.frames.map { _ in delay }
  }

  /// Writes the file.
  package func encoded() -> [UInt8] {
    let pictures = colors.encoded()
    let alphas = alpha?.encoded() ?? []
    let type = Self.box("ftyp", Array("avis\0\0\0\0avisavifmsf1miaf".utf8))
    func head(_ start: Int) -> [UInt8] {
      let first = pictures.first?.count ?? 0
      let still = hasStill ? self.still(start, first) : []
      let alphaStart = start + pictures.reduce(0) { $0 + $1.count }
      let tracks =
        track(1, pictures, from: start) + (alpha == nil ? [] : track(2, alphas, from: alphaStart))
      return type + still + Self.box("moov", movieHeader + tracks)
    }
    let start = head(0).count + 8
    return head(start) + Self.box("mdat", (pictures + alphas).flatMap(\.self))
  }

  private var duration: Int { delays.reduce(0, +) * rounds }

  private var movieHeader: [UInt8] {
    Self.box("mvhd", Self.longs(0, 0, 0, 1000, duration) + [UInt8](repeating: 0, count: 80))
  }

  private var size: PixelSize { trackSize ?? colors.size }

  private func track(_ number: Int, _ samples: [[UInt8]], from start: Int) -> [UInt8] {
    let isAlpha = number == 2
    let whole =
      switch repetition {
      case .unspecified, .never: duration
      case .times(let count): duration * count
      case .endless: 0xFFFF_FFFF
      }
    let header = Self.box(
      "tkhd",
      Self.longs(1, 0, 0, number, 0, whole) + [UInt8](repeating: 0, count: 52)
        + Self.longs(size.width << 16, size.height << 16))
    let media =
      Self.box("mdhd", Self.longs(0, 0, 0, 1000, duration, 0))
      + Self.box(
        "hdlr", Self.longs(0, 0) + Array((isAlpha ? "auxv" : "pict").utf8) + Self.longs(0, 0, 0, 0))
      + Self.box("minf", Self.box("stbl", table(samples, from: start, isAlpha: isAlpha)))
    let links =
      isAlpha
      ? Self.box("auxl", Self.longs(1)) : isMultiplied ? Self.box("prem", Self.longs(2)) : []
    return Self.box(
      "trak",
      header + (links.isEmpty ? [] : Self.box("tref", links)) + edits + Self.box("mdia", media))
  }

  private var edits: [UInt8] {
    if case .unspecified = repetition { return [] }
    let flags = if case .never = repetition { 0 } else { 1 }
    return Self.box("edts", Self.box("elst", Self.longs(flags, 1, duration, 0, 1 << 16)))
  }

  /// All samples of a round form one chunk.
  private func table(_ samples: [[UInt8]], from start: Int, isAlpha: Bool) -> [UInt8] {
    let alphaName = Self.longs(0) + Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8)
    let entry =
      [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 16)
      + Self.longs(size.width << 16 | size.height) + [UInt8](repeating: 0, count: 50)
      + Self.box("av1C", configuration) + (isAlpha ? Self.box("auxi", alphaName) : properties)
    let count = samples.count * rounds
    let isSame = rounds > 1 && Set(samples.map(\.count)).count == 1
    let lengths = isSame ? [] : samples.map(\.count)
    return Self.box("stsd", Self.longs(0, 1) + Self.box("av01", entry))
      + Self.box("stts", Self.longs(0, delays.count) + delays.flatMap { Self.longs(1, $0) })
      + Self.box("stsc", Self.longs(0, 1, 1, samples.count, 1))
      + Self.box(
        "stsz",
        Self.longs(0, isSame ? samples[0].count : 0, count) + lengths.flatMap { Self.longs($0) })
      + Self.box(
        "stco",
        Self.longs(0, rounds)
          + [[UInt8]](repeating: Self.longs(start), count: rounds).flatMap(\.self))
  }

  private var configuration: [UInt8] { [0x81, 0x3F, 0, 0] }

  private func still(_ start: Int, _ length: Int) -> [UInt8] {
    let items =
      Self.box("ispe", Self.longs(0, size.width, size.height))
      + Self.box("av1C", configuration)
    return Self.box(
      "meta",
      Self.longs(0)
        + Self.box("hdlr", Self.longs(0, 0) + Array("pict".utf8) + Self.longs(0, 0, 0) + [0])
        + Self.box("pitm", Self.longs(0) + [0, 1])
        + Self.box(
          "iloc", Self.longs(0) + [0x44, 0, 0, 1, 0, 1, 0, 0, 0, 1] + Self.longs(start, length))
        + Self.box(
          "iinf",
          Self.longs(0) + [0, 1]
            + Self.box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array("av01\0".utf8)))
        + Self.box(
          "iprp",
          Self.box("ipco", items)
            + Self.box("ipma", Self.longs(0, 1) + [0, 1, 2, 1, 0x82])))
  }

  private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    SampleMetadata.box(kind, content)
  }

  /// Numbers of four bytes each.
  package static func longs(_ values: Int...) -> [UInt8] {
    values.flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  }
}
