internal import DecoderKit
package import DecoderProtocol
package import Imaging

/// The tracks of an AVIF with a sequence brand (AV1 Image File Format, section 3).
struct AVIFSequence {
  let picture: AVIFTrack
  let alpha: AVIFTrack?
  let isCutShort: Bool

  init?(_ file: [UInt8]) {
    guard let type = ISOBMFFBox.first("ftyp", in: file[...])?.content,
      type.starts(with: "avis".utf8) || type.starts(with: "msf1".utf8),
      let movie = ISOBMFFBox.first("moov", in: file[...])?.content
    else { return nil }
    let tracks = ISOBMFFBox.all(in: movie).filter { $0.kind == "trak" }
      .compactMap { AVIFTrack($0.content) }
    guard let picture = tracks.first(where: { !$0.isAuxiliary }) else { return nil }
    self.picture = picture
    alpha = tracks.first { $0.isAlpha(of: picture) }
    isCutShort = ISOBMFFBox.prefix(of: file[...]).areCutShort
  }

  var isMoving: Bool { picture.samples.count > 1 }

  var isMultiplied: Bool { alpha.map(picture.isMultiplied) ?? false }
}

/// An AV1 track (ISO/IEC 14496-12, section 8.3; AV1 in ISOBMFF, section 2).
struct AVIFTrack {
  let samples: MediaSamples
  let size: PixelSize
  /// Zero for infinite.
  let playCount: Int

  private let number, ticksPerSecond: Int
  private let properties: [ISOBMFFBox]
  private let references: ArraySlice<UInt8>

  /// Length of a visual sample entry before its properties, in bytes.
  private static let entryHeadLength = 78
  private static let alphaNames = [
    "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1",
  ]

  init?(_ track: ArraySlice<UInt8>) {
    guard let header = ISOBMFFBox.first("tkhd", in: track)?.content,
      let media = ISOBMFFBox.first("mdia", in: track)?.content,
      let mediaHeader = ISOBMFFBox.first("mdhd", in: media)?.content,
      let information = ISOBMFFBox.first("minf", in: media)?.content,
      let table = ISOBMFFBox.first("stbl", in: information)?.content,
      let entries = ISOBMFFBox.first("stsd", in: table)?.content,
      let entry = ISOBMFFBox.first("av01", in: entries.dropFirst(8))?.content,
      let samples = MediaSamples(table)
    else { return nil }
    self.samples = samples
    var sides = ByteCursor(entry.dropFirst(24))
    guard let width = sides.big(2), let height = sides.big(2) else { return nil }
    size = PixelSize(width: width, height: height)
    properties = ISOBMFFBox.all(in: entry.dropFirst(Self.entryHeadLength))
    var numbers = Self.behindTimes(header)
    guard let number = numbers.big(4), numbers.big(4) != nil else { return nil }
    self.number = number
    let isLong = header.first == 1
    let duration = numbers.big(isLong ? 8 : 4)
    playCount = Self.playCount(
      ISOBMFFBox.first("edts", in: track).flatMap { ISOBMFFBox.first("elst", in: $0.content) },
      of: isLong || duration != Int(UInt32.max) ? duration : nil)
    var times = Self.behindTimes(mediaHeader)
    ticksPerSecond = times.big(4) ?? 0
    references = ISOBMFFBox.first("tref", in: track)?.content ?? []
  }

  func time(ofTicks ticks: Int) -> Duration {
    ticksPerSecond > 0 ? .seconds(ticks) / ticksPerSecond : .zero
  }

  func isAlpha(of other: AVIFTrack) -> Bool {
    guard refers(to: other, as: "auxl") else { return false }
    guard let name = properties.first(where: { $0.kind == "auxi" }) else { return true }
    return Self.alphaNames.contains { name.content.dropFirst(4).starts(with: $0.utf8) }
  }

  /// Whether it belongs to another track and is not displayed by itself.
  var isAuxiliary: Bool { ISOBMFFBox.first("auxl", in: references) != nil }

  func isMultiplied(by alpha: AVIFTrack) -> Bool { refers(to: alpha, as: "prem") }

  private func refers(to other: AVIFTrack, as kind: String) -> Bool {
    guard let box = ISOBMFFBox.first(kind, in: references) else { return false }
    var numbers = ByteCursor(box.content)
    while let number = numbers.big(4) {
      if number == other.number { return true }
    }
    return false
  }

  var orientation: Orientation { ISOBMFFItems.orientation(by: properties) }

  func colors(_ type: String) -> ArraySlice<UInt8>? {
    properties.first { $0.kind == "colr" && $0.content.starts(with: type.utf8) }?.content.dropFirst(
      4)
  }

  private static func behindTimes(_ header: ArraySlice<UInt8>) -> ByteCursor {
    ByteCursor(header.dropFirst(header.first == 1 ? 20 : 12))
  }

  /// A repeated edit list fills the duration of the track (ISO/IEC 14496-12, section 8.6.6).
  ///
  /// The first encoders wrote no edit list; browsers play their files infinitely.
  private static func playCount(_ list: ISOBMFFBox?, of duration: Int?) -> Int {
    guard let list, let duration else { return 0 }
    var fields = ByteCursor(list.content)
    guard let version = fields.big(1), let flags = fields.big(3), fields.big(4) != nil else {
      return 0
    }
    guard flags & 1 == 1 else { return 1 }
    guard let part = fields.big(version == 1 ? 8 : 4), part > 0 else { return 0 }
    return max(1, duration / part + (duration % part > 0 ? 1 : 0))
  }
}

/// Iterates over the samples of a track (ISO/IEC 14496-12, sections 8.6 and 8.7).
struct MediaSamples {
  struct Sample: Hashable {
    let place: Range<Int>
    let ticks: Int
  }

  let count: Int
  private var taken = 0

  private let commonLength: Int
  private var lengths: ByteCursor

  private var chunks: ByteCursor
  private let offsetLength: Int
  private var chunk = 0
  private var perChunk = 0
  private var groups: ByteCursor
  /// The next chunk number, from one, with another number of samples, and that number.
  private var group: (first: Int, perChunk: Int)?
  private var (position, left) = (0, 0)

  private var runs: ByteCursor
  private var run: (left: Int, ticks: Int) = (0, 0)

  init?(_ table: ArraySlice<UInt8>) {
    func entries(_ kind: String) -> ByteCursor? {
      guard let box = ISOBMFFBox.first(kind, in: table) else { return nil }
      var fields = ByteCursor(box.content)
      guard fields.big(4) != nil, fields.big(4) != nil else { return nil }
      return fields
    }
    guard let sizes = ISOBMFFBox.first("stsz", in: table), let groups = entries("stsc"),
      let runs = entries("stts"), let chunks = entries("stco") ?? entries("co64")
    else { return nil }
    var fields = ByteCursor(sizes.content)
    guard fields.big(4) != nil, let common = fields.big(4), let count = fields.big(4) else {
      return nil
    }
    (self.count, commonLength, lengths) = (count, common, fields)
    offsetLength = ISOBMFFBox.first("stco", in: table) == nil ? 8 : 4
    (self.chunks, self.groups, self.runs) = (chunks, groups, runs)
    group = takeGroup()
  }

  /// Returns nil after the last sample; throws if the tables contradict each other.
  mutating func next() throws(PictureError) -> Sample? {
    guard taken < count else { return nil }
    if left == 0 { try beginChunk() }
    guard let length = commonLength > 0 ? commonLength : lengths.big(4), length > 0,
      length <= Int.max - position
    else { throw .damaged }
    defer { (taken, left, position) = (taken + 1, left - 1, position + length) }
    return Sample(place: position..<position + length, ticks: takeTicks())
  }

  private mutating func beginChunk() throws(PictureError) {
    guard let offset = chunks.big(offsetLength) else { throw .damaged }
    chunk += 1
    while let next = group, next.first <= chunk {
      perChunk = next.perChunk
      group = takeGroup()
    }
    guard perChunk > 0 else { throw .damaged }
    (position, left) = (offset, perChunk)
  }

  private mutating func takeGroup() -> (first: Int, perChunk: Int)? {
    guard let first = groups.big(4), let count = groups.big(4), groups.big(4) != nil else {
      return nil
    }
    return (first, count)
  }

  /// The last entry applies to all remaining samples.
  private mutating func takeTicks() -> Int {
    while run.left == 0, let count = runs.big(4), let ticks = runs.big(4) {
      run = (count, ticks)
    }
    run.left = max(0, run.left - 1)
    return run.ticks
  }
}

/// The frames of an AVIF sequence (AV1 Image File Format, section 3); single-threaded.
package final class AVIFFrames: MovingPicture {
  private struct Playing {
    let track: AVIFTrack
    var samples: MediaSamples
    let decoder: AV1Decoder

    init(_ track: AVIFTrack) throws(PictureError) {
      (self.track, samples) = (track, track.samples)
      decoder = try AV1Decoder(track.size)
    }
  }

  private let file: [UInt8]
  private let sequence: AVIFSequence
  private var picture: Playing
  private var alpha: Playing?
  package let start: MovingStart

  /// Throws `.unsupported` for an AVIF without animation; calls `onSize` after the limit check.
  package convenience init(
    _ bytes: [UInt8], in box: PixelSize, onSize: (PixelSize) -> Void
  ) throws(PictureError) {
    guard let sequence = AVIFSequence(bytes), sequence.isMoving else {
      throw .unsupported("AVIF that stands still")
    }
    try self.init(sequence, of: bytes, in: box, onSize: onSize)
  }

  init(
    _ sequence: AVIFSequence, of bytes: [UInt8], in box: PixelSize, onSize: (PixelSize) -> Void
  ) throws(PictureError) {
    (file, self.sequence) = (bytes, sequence)
    let track = sequence.picture
    try PictureLimit.check(track.size)
    onSize(track.size)
    picture = try Playing(track)
    if let track = sequence.alpha {
      guard track.size == sequence.picture.size else { throw .damaged }
      alpha = try Playing(track)
    }
    let shown = track.orientation.shown(track.size)
    start = MovingStart(size: shown, frameSize: shown.fitted(into: box), playCount: track.playCount)
  }

  package func next() throws(PictureError) -> MovingFrame? {
    let track = picture.track
    let target = track.orientation.shown(start.frameSize)
    let frame = try decoded(CropScale(allOf: track.size, target: target))
    return frame.map { MovingFrame($0.bitmap, storedDelay: track.time(ofTicks: $0.ticks)) }
  }

  func decoded(_ cut: CropScale) throws(PictureError) -> (bitmap: Bitmap, ticks: Int)? {
    guard let (colors, ticks) = try next(&picture) else { return nil }
    let alpha = try nextAlpha()
    let values = values(of: colors)
    var row = [UInt8](repeating: 255, count: colors.size.width * 4)
    let isMultiplied = sequence.isMultiplied
    var rows = AveragedRows(colors.size, cut, hasAlpha: alpha != nil && !isMultiplied)
    for y in 0..<colors.size.height {
      colors.readColors(y, into: &row, values.samples)
      if let alpha {
        alpha.picture.readAlpha(y, into: &row, alpha.samples, isMultiplied: isMultiplied)
      }
      unsafe row.withUnsafeBytes { unsafe rows.take($0) }
    }
    let bitmap = rows.finish(isComplete: true)
      .inStandardColors(values.colors, isGray: colors.isGray)
      .turned(by: picture.track.orientation)
    return (bitmap, ticks)
  }

  private func nextAlpha() throws(PictureError) -> (picture: AV1Picture, samples: YUVColors)? {
    guard var playing = alpha else { return nil }
    // Alpha ends before the colors do.
    guard let (picture, _) = try next(&playing) else { throw .damaged }
    alpha = playing
    let range = picture.codes.isFullRange
    return (picture, YUVColors(matrix: 2, isFullRange: range, bitCount: picture.bitCount))
  }

  private func next(_ playing: inout Playing) throws(PictureError) -> (AV1Picture, Int)? {
    guard let sample = try playing.samples.next() else { return nil }
    guard sample.place.upperBound <= file.count else {
      throw sequence.isCutShort ? .truncated : .damaged
    }
    let picture = try playing.decoder.decode(file[sample.place])
    guard picture.size == playing.track.size else { throw .damaged }
    return (picture, sample.ticks)
  }

  /// Color properties of the track override those of the bitstream.
  private func values(of picture: AV1Picture) -> (samples: YUVColors, colors: PictureColors) {
    var (codes, matrix, isFullRange) = picture.codes
    if let told = sequence.picture.colors("nclx") {
      var fields = ByteCursor(told)
      if let primaries = fields.big(2), let transfer = fields.big(2), let code = fields.big(2),
        let range = fields.big(1)
      {
        codes = CICP(primaries: primaries, transfer: transfer)
        (matrix, isFullRange) = (code, range & 0x80 != 0)
      }
    }
    let profile = sequence.picture.colors("prof") ?? sequence.picture.colors("rICC")
    return (
      YUVColors(matrix: matrix, isFullRange: isFullRange, bitCount: picture.bitCount),
      profile.map { .profile(Array($0)) } ?? codes.colors
    )
  }
}
