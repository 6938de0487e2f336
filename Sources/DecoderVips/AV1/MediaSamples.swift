internal import DecoderKit
internal import DecoderProtocol
internal import Imaging

/// Iterates over the samples of a track (ISO/IEC 14496-12, sections 8.6 and 8.7).
struct MediaSamples {
  struct Sample: Hashable {
    let place: Range<Int>
    let ticks: Int
  }

  let count: Int
  private var taken = 0

  private let commonLength: Int
  private var lengths: ISOBMFFReader

  private var chunks: ISOBMFFReader
  private let offsetLength: Int
  private var chunk = 0
  private var perChunk = 0
  private var groups: ISOBMFFReader
  /// The next chunk number, from one, with another number of samples, and that number.
  private var group: (first: Int, perChunk: Int)?
  private var (position, left) = (0, 0)

  private var runs: ISOBMFFReader
  private var run: (left: Int, ticks: Int) = (0, 0)

  init?(_ table: ArraySlice<UInt8>) {
    func entries(_ kind: String) -> ISOBMFFReader? {
      guard let box = ISOBMFFBox.first(kind, in: table) else { return nil }
      var fields = ISOBMFFReader(box.content)
      guard fields.take(4) != nil, fields.take(4) != nil else { return nil }
      return fields
    }
    guard let sizes = ISOBMFFBox.first("stsz", in: table), let groups = entries("stsc"),
      let runs = entries("stts"), let chunks = entries("stco") ?? entries("co64")
    else { return nil }
    var fields = ISOBMFFReader(sizes.content)
    guard fields.take(4) != nil, let common = fields.take(4), let count = fields.take(4) else {
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
    guard let length = commonLength > 0 ? commonLength : lengths.take(4), length > 0,
      length <= Int.max - position
    else { throw .damaged }
    defer { (taken, left, position) = (taken + 1, left - 1, position + length) }
    return Sample(place: position..<position + length, ticks: takeTicks())
  }

  private mutating func beginChunk() throws(PictureError) {
    guard let offset = chunks.take(offsetLength) else { throw .damaged }
    chunk += 1
    while let next = group, next.first <= chunk {
      perChunk = next.perChunk
      group = takeGroup()
    }
    guard perChunk > 0 else { throw .damaged }
    (position, left) = (offset, perChunk)
  }

  private mutating func takeGroup() -> (first: Int, perChunk: Int)? {
    guard let first = groups.take(4), let count = groups.take(4), groups.take(4) != nil else {
      return nil
    }
    return (first, count)
  }

  /// The last entry applies to all remaining samples.
  private mutating func takeTicks() -> Int {
    while run.left == 0, let count = runs.take(4), let ticks = runs.take(4) {
      run = (count, ticks)
    }
    run.left = max(0, run.left - 1)
    return run.ticks
  }
}
