internal import DecoderCore
internal import DecoderMessages

/// Where the samples of a track are in their file, one after another (ISO/IEC 14496-12, sections 8.6 and
/// 8.7).
///
/// Nothing is made of the tables but the next entry of each, so that a million samples cost no more than
/// those that are wanted.
struct MediaSamples {
  /// One sample.
  struct Sample: Hashable {
    /// Its bytes, counted from the beginning of the file, which may end before them.
    let place: Range<Int>
    /// How long it is seen, in ticks of its track.
    let ticks: Int
  }

  /// How many samples the tables say that there are.
  let count: Int
  /// How many have been taken.
  private var taken = 0

  /// The length of every sample in bytes; zero where each has its own.
  private let commonLength: Int
  private var lengths: ISOBMFFReader

  private var chunks: ISOBMFFReader
  private let offsetLength: Int
  private var chunk = 0
  /// How many samples a chunk has.
  private var perChunk = 0
  private var groups: ISOBMFFReader
  /// The first chunk, counted from one, that has another number of samples, and that number.
  private var group: (first: Int, perChunk: Int)?
  /// Where the next sample of the chunk begins, and how many the chunk still has.
  private var (position, left) = (0, 0)

  private var runs: ISOBMFFReader
  private var run: (left: Int, ticks: Int) = (0, 0)

  /// Takes the tables of a track, the content of its sample table box; nil where one of them is missing.
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

  /// Finds the next sample.
  /// - Returns: Nil behind the last one.
  /// - Throws: `PictureError.damaged` where the tables contradict one another.
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

  /// The last time counts for all samples that none is told of.
  private mutating func takeTicks() -> Int {
    while run.left == 0, let count = runs.take(4), let ticks = runs.take(4) {
      run = (count, ticks)
    }
    run.left = max(0, run.left - 1)
    return run.ticks
  }
}
