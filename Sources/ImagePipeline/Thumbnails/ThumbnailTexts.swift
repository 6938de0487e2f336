import Base
import Imaging

struct ThumbnailTexts: Hashable {
  private var values: [ThumbnailText: [UInt8]] = [:]
  private(set) var isContradictory = false

  subscript(key: ThumbnailText) -> [UInt8]? { values[key] }

  var all: [(ThumbnailText, [UInt8])] {
    ThumbnailText.allCases.compactMap { key in values[key].map { (key, $0) } }
  }

  mutating func add(_ value: [UInt8], for key: ThumbnailText) {
    if let known = values.updateValue(value, forKey: key), known != value { isContradictory = true }
  }

  mutating func add(_ value: String, for key: ThumbnailText) {
    add(Array(value.utf8), for: key)
  }

  var isOwn: Bool { values[.software] == ThumbnailText.ownSoftware }

  var picturePixels: PixelSize? {
    guard let width = side(.pictureWidth), let height = side(.pictureHeight) else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// Valid only if the file has not changed.
  func info(of subject: some ThumbnailSubject) -> PictureInfo {
    let format = values[.mimeType].flatMap {
      PictureFormat(mediaType: String(decoding: $0, as: UTF8.self))
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

  /// Whether it has all facts that a decoder would report, unlike those of other programs and older
  /// versions.
  var hasAllFacts: Bool { values[.orientation] != nil }

  var isMoving: Bool? { values[.motion].map { $0.elementsEqual("moving".utf8) } }

  /// Whether the image may be animated without the thumbnail saying so, as those of other programs.
  ///
  /// PNG is excluded, since most PNGs are still.
  func hidesMotion(_ info: PictureInfo) -> Bool {
    switch info.format {
    case .gif, .webP, .jpegXL, .avif: isMoving == nil
    case let format?: format.isVideo && isMoving == nil
    case nil: false
    }
  }

  mutating func add(_ info: PictureInfo) {
    if let size = info.size {
      add(String(size.width), for: .pictureWidth)
      add(String(size.height), for: .pictureHeight)
    }
    if let mimeType = info.format?.descriptor.mediaType { add(mimeType, for: .mimeType) }
    add(info.isMoving ? "moving" : "still", for: .motion)
    for fact in PictureFact.allCases {
      if let text = fact.text(of: info) { add(text, for: fact.key) }
    }
  }

  private func side(_ key: ThumbnailText) -> Int? {
    guard let digits = values[key], digits.count < 10 else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
  }
}

extension ThumbnailTexts {
  /// Blocks.
  init(_ subject: some ThumbnailSubject) {
    add(subject.uri.bytes, for: .uri)
    add(String(subject.modified.seconds), for: .modified)
    add(String(subject.byteCount), for: .byteCount)
    for (key, value) in subject.lastingFacts { add(value, for: key) }
    add(ThumbnailText.ownSoftware, for: .software)
  }

  /// Whether URI, time, and all other present facts agree with a version of a file.
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

package enum ThumbnailText: String, CaseIterable, Sendable {
  // Thumbnail Managing Standard, section 5.2.
  case uri = "Thumb::URI"
  case modified = "Thumb::MTime"
  case byteCount = "Thumb::Size"
  case mimeType = "Thumb::Mimetype"
  case pictureWidth = "Thumb::Image::Width"
  case pictureHeight = "Thumb::Image::Height"
  case duration = "Thumb::Movie::Length"
  case software = "Software"
  // Private keys, as the standard allows. They close its gap of one second.
  case exactlyModified = "X-Photocell::MTime"
  case exactlyChanged = "X-Photocell::CTime"
  case inode = "X-Photocell::Inode"
  case entityTag = "X-Photocell::ETag"
  case failure = "X-Photocell::Failure"
  case motion = "X-Photocell::Motion"
  case orientation = "X-Photocell::Orientation"
  case captureDate = "X-Photocell::CaptureDate"
  case camera = "X-Photocell::Camera"

  static let ownSoftware = Array("photocell".utf8)
}

extension PictureFact {
  fileprivate var key: ThumbnailText {
    switch self {
    case .orientation: .orientation
    case .captureDate: .captureDate
    case .camera: .camera
    case .duration: .duration
    }
  }
}

extension FileTime {
  /// The time to the nanosecond: `1700000000+000000042`.
  var exactText: String { "\(seconds)+\(nineDigits)" }

  /// Compares with `Thumb::MTime`: whole seconds as in the standard, or with decimals as Tumbler
  /// writes (six, with a comma in some locales).
  package func agrees(withText text: [UInt8]) -> Bool {
    let whole = Array(String(seconds).utf8)
    guard text.starts(with: whole) else { return false }
    guard let separator = text.dropFirst(whole.count).first else { return true }
    let fraction = text.dropFirst(whole.count + 1)
    return ".,".utf8.contains(separator) && (1...9).contains(fraction.count)
      && nineDigits.utf8.starts(with: fraction)
  }

  private var nineDigits: String { nanoseconds.zeroPadded(to: 9) }
}
