internal import DecoderKit
internal import Imaging

/// An AV1 track (ISO/IEC 14496-12, section 8.3; AV1 in ISOBMFF, section 2).
struct AVIFTrack {
  let samples: MediaSamples
  let size: PixelSize
  /// Zero for infinite.
  let playCount: Int

  private let number: Int
  private let ticksPerSecond: Int
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
    var sides = ISOBMFFReader(entry.dropFirst(24))
    guard let width = sides.take(2), let height = sides.take(2) else { return nil }
    size = PixelSize(width: width, height: height)
    properties = ISOBMFFBox.all(in: entry.dropFirst(Self.entryHeadLength))
    var numbers = Self.behindTimes(header)
    guard let number = numbers.take(4), numbers.take(4) != nil else { return nil }
    self.number = number
    playCount = Self.playCount(
      ISOBMFFBox.first("edts", in: track).flatMap { ISOBMFFBox.first("elst", in: $0.content) },
      of: Self.duration(&numbers, isLong: header.first == 1))
    var times = Self.behindTimes(mediaHeader)
    ticksPerSecond = times.take(4) ?? 0
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
    var numbers = ISOBMFFReader(box.content)
    while let number = numbers.take(4) {
      if number == other.number { return true }
    }
    return false
  }

  var orientation: Orientation { ISOBMFFItems.orientation(by: properties) }

  func colors(_ type: String) -> ArraySlice<UInt8>? {
    properties.first { $0.kind == "colr" && $0.content.starts(with: type.utf8) }?.content.dropFirst(
      4)
  }

  private static func behindTimes(_ header: ArraySlice<UInt8>) -> ISOBMFFReader {
    ISOBMFFReader(header.dropFirst(header.first == 1 ? 20 : 12))
  }

  private static func duration(_ fields: inout ISOBMFFReader, isLong: Bool) -> Int? {
    let value = fields.take(isLong ? 8 : 4)
    return isLong || value != Int(UInt32.max) ? value : nil
  }

  /// A repeated edit list fills the duration of the track (ISO/IEC 14496-12, section 8.6.6).
  ///
  /// The first encoders wrote no edit list; browsers play their files infinitely.
  private static func playCount(_ list: ISOBMFFBox?, of duration: Int?) -> Int {
    guard let list, let duration else { return 0 }
    var fields = ISOBMFFReader(list.content)
    guard let version = fields.take(1), let flags = fields.take(3), fields.take(4) != nil else {
      return 0
    }
    guard flags & 1 == 1 else { return 1 }
    guard let part = fields.take(version == 1 ? 8 : 4), part > 0 else { return 0 }
    return max(1, duration / part + (duration % part > 0 ? 1 : 0))
  }
}
