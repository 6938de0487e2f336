import Imaging
import PictureFormats
internal import System

/// What a thumbnail says of the file it was made from.
struct ThumbnailTexts: Hashable {
  private var values: [ThumbnailText: [UInt8]] = [:]
  /// Whether one key came with two values, one of which must be wrong.
  private(set) var isContradictory = false

  subscript(key: ThumbnailText) -> [UInt8]? { values[key] }

  /// The texts in the order of their keys, as they are written.
  var all: [(ThumbnailText, [UInt8])] {
    ThumbnailText.allCases.compactMap { key in values[key].map { (key, $0) } }
  }

  mutating func add(_ value: [UInt8], for key: ThumbnailText) {
    if let known = values.updateValue(value, forKey: key), known != value { isContradictory = true }
  }

  mutating func add(_ value: String, for key: ThumbnailText) {
    add(Array(value.utf8), for: key)
  }

  /// Whether photocell wrote the thumbnail.
  var isOwn: Bool { values[.software] == ThumbnailText.ownSoftware }

  /// The size of the whole picture, where it is told.
  var picturePixels: PixelSize? {
    guard let width = side(.pictureWidth), let height = side(.pictureHeight) else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// What it tells of a photo of which the file has not changed.
  func info(of subject: some ThumbnailSubject) -> PictureInfo {
    let format = values[.mimeType].flatMap {
      PictureFormat(mimeType: String(decoding: $0, as: UTF8.self))
    }
    var info = PictureInfo(size: picturePixels, format: format, byteCount: subject.byteCount)
    info.isMoving = isMoving ?? false
    for fact in PictureFact.allCases {
      if let text = values[fact.key] {
        fact.take(String(decoding: text, as: UTF8.self), into: &info)
      }
    }
    return info
  }

  /// Whether it tells all that a decoder says of a photo; other programs' thumbnails, and those of older versions, do not.
  var hasAllFacts: Bool { values[.orientation] != nil }

  /// Whether the picture moves; nil where that is not told.
  var isMoving: Bool? { values[.motion].map { $0 == Self.moving } }

  /// Whether the picture may move without its thumbnail saying so, as those of other programs do not; most
  /// PNGs stand still.
  func hidesMotion(_ info: PictureInfo) -> Bool {
    switch info.format {
    case .gif, .webP, .jpegXL, .avif: isMoving == nil
    default: false
    }
  }

  mutating func add(isMoving: Bool) {
    add(isMoving ? Self.moving : Self.still, for: .motion)
  }

  /// Adds what is known of the picture; nothing of the size where that is not.
  mutating func add(_ info: PictureInfo) {
    if let size = info.size {
      add(String(size.width), for: .pictureWidth)
      add(String(size.height), for: .pictureHeight)
    }
    if let mimeType = info.format?.mimeType { add(mimeType, for: .mimeType) }
    add(isMoving: info.isMoving)
    for fact in PictureFact.allCases {
      if let text = fact.text(of: info) { add(text, for: fact.key) }
    }
  }

  private static let (moving, still) = (Array("moving".utf8), Array("still".utf8))

  private func side(_ key: ThumbnailText) -> Int? {
    guard let digits = values[key], digits.count < 10 else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
  }
}

extension ThumbnailTexts {
  /// The texts for a version of a file; blocks.
  init(_ subject: some ThumbnailSubject) {
    add(subject.uri.bytes, for: .uri)
    add(String(subject.modified.seconds), for: .modified)
    add(String(subject.byteCount), for: .byteCount)
    for (key, value) in subject.lastingFacts { add(value, for: key) }
    add(ThumbnailText.ownSoftware, for: .software)
  }

  /// Whether they belong to a version of a file: address and time must agree, and what else is there.
  func agree(with subject: some ThumbnailSubject, at address: PhotoURI) -> Bool {
    guard !isContradictory, self[.uri] == address.bytes,
      let modified = self[.modified], subject.modified.agrees(withText: modified)
    else { return false }
    let facts = subject.facts + [(.byteCount, String(subject.byteCount))]
    return facts.allSatisfy { key, value in
      self[key].map { $0.elementsEqual(value.utf8) } ?? true
    }
  }
}

/// The texts of a thumbnail that are read or written, by their keys in the PNG.
package enum ThumbnailText: String, CaseIterable, Sendable {
  // Thumbnail Managing Standard, section 5.2.
  case uri = "Thumb::URI"
  case modified = "Thumb::MTime"
  case byteCount = "Thumb::Size"
  case mimeType = "Thumb::Mimetype"
  case pictureWidth = "Thumb::Image::Width"
  case pictureHeight = "Thumb::Image::Height"
  case software = "Software"
  // Keys of our own, as the standard has them. They close the gap of one second that the standard
  // leaves, in which a file may change twice.
  case exactlyModified = "X-Photocell::MTime"
  case exactlyChanged = "X-Photocell::CTime"
  case inode = "X-Photocell::Inode"
  /// What a server calls the version of a file.
  case entityTag = "X-Photocell::ETag"
  case failure = "X-Photocell::Failure"
  /// Whether the picture moves: `moving` or `still`.
  case motion = "X-Photocell::Motion"
  /// How the photo is turned, when it was taken, and by which camera (`PictureFact`).
  case orientation = "X-Photocell::Orientation"
  case captureDate = "X-Photocell::CaptureDate"
  case camera = "X-Photocell::Camera"

  /// The name under which photocell is the software.
  static let ownSoftware = Array("photocell".utf8)
}

extension PictureFact {
  /// The key of its text.
  fileprivate var key: ThumbnailText {
    switch self {
    case .orientation: .orientation
    case .captureDate: .captureDate
    case .camera: .camera
    }
  }
}

extension FileTime {
  /// The time to the nanosecond, as photocell's own keys hold it: `1700000000+000000042`.
  var exactText: String { "\(seconds)+\(nineDigits)" }

  /// Whether a thumbnail's `Thumb::MTime` names this time: in whole seconds, as the standard has it,
  /// or with decimal places of them, as Tumbler writes it (six, with a comma in some locales).
  func agrees(withText text: [UInt8]) -> Bool {
    let whole = Array(String(seconds).utf8)
    guard text.starts(with: whole) else { return false }
    guard let separator = text.dropFirst(whole.count).first else { return true }
    let fraction = text.dropFirst(whole.count + 1)
    return ".,".utf8.contains(separator) && (1...9).contains(fraction.count)
      && nineDigits.utf8.starts(with: fraction)
  }

  private var nineDigits: String {
    let digits = String(nanoseconds)
    return String(repeating: "0", count: max(0, 9 - digits.count)) + digits
  }
}
