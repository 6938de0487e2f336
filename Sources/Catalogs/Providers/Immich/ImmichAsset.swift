import Base
import Imaging

struct ImmichAsset {
  /// Short sides of Immich's thumbnails at its default settings, in pixels.
  private static let sides = [("thumbnail", 250), ("preview", 1_440)]

  let id: String
  var isImage = true
  /// In Base64.
  var thumbHash: String?
  var ratio: Double?
  /// The original after orientation, in pixels.
  var size: (width: Int, height: Int)?
  var name: String?
  var title: String?
  var byteCount: Int?
  /// In seconds since 1970 UTC.
  var created: Int?
  /// In seconds since 1970 of the camera's local time.
  var taken: Int?

  init(id: String) {
    self.id = id
  }

  /// An entry with two thumbnails and, unless it is a video, the original.
  func entry(of answers: ImmichAnswers) -> FeedEntry {
    let version = thumbHash.map {
      "&c=" + String(decoding: PercentEncoding.value($0.utf8.prefix(64)), as: UTF8.self)
    }
    var renditions = Self.sides.compactMap { name, side -> Rendition? in
      guard let place = answers.place("assets/\(id)/thumbnail?size=\(name)\(version ?? "")") else {
        return nil
      }
      let long = longSide(for: side)
      return isWide
        ? Rendition(address: place, width: long) : Rendition(address: place, height: long)
    }
    if isImage, let original = answers.place("assets/\(id)/original") {
      renditions.append(
        Rendition(address: original, width: size?.width, height: size?.height))
    }
    var entry = FeedEntry(renditions: renditions, isVideo: !isImage)
    entry.title = title.flatMap { ForeignText(line: $0.utf8) }
    entry.hint = thumbHash.flatMap { ThumbHash(base64: $0.utf8) }.map { .thumbHash($0) }
    var file = ServedFile(place: answers.address.place(of: id), name: ByteString(shownName))
    file.byteCount = byteCount
    file.modified = created
    file.taken = taken
    entry.file = file
    return entry
  }

  private var shape: Double {
    let known = size.map { Double($0.width) / Double($0.height) } ?? ratio
    return known.flatMap { $0 > 0.01 && $0 < 100 ? $0 : nil } ?? 1
  }

  private var isWide: Bool { shape >= 1 }

  private func longSide(for side: Int) -> Int {
    Int((Double(side) * max(shape, 1 / shape)).rounded())
  }

  /// Timeline responses have no file names: the time is used then.
  private var shownName: String {
    if let name, !name.isEmpty { return name }
    guard let taken else { return id }
    let (day, second) = taken.quotientAndRemainder(flooringBy: 86_400)
    let clock = [second / 3_600, second / 60 % 60, second % 60].map { $0.zeroPadded(to: 2) }
    return "\(CivilDate(daysSinceEpoch: day)) \(clock.joined(separator: "."))"
  }
}
