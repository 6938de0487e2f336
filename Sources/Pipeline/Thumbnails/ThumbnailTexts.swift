import Imaging
import PictureFormats
import System

/// What a thumbnail says of the file it was made from.
struct ThumbnailTexts: Hashable {
  private var values: [ThumbnailText: [UInt8]] = [:]
  /// Tells whether one key came with two values, one of which must be wrong.
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

  /// Tells whether photocell wrote the thumbnail.
  var isOwn: Bool { values[.software] == ThumbnailText.ownSoftware }

  /// The size of the whole picture, where it is told.
  var picturePixels: PixelSize? {
    guard let width = side(.pictureWidth), let height = side(.pictureHeight) else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// What it tells of a photo of which the file has not changed.
  func info(of version: FileVersion) -> PictureInfo {
    let format = values[.mimeType].flatMap {
      PictureFormat(mimeType: String(decoding: $0, as: UTF8.self))
    }
    return PictureInfo(size: picturePixels, format: format, byteCount: version.byteCount)
  }

  private func side(_ key: ThumbnailText) -> Int? {
    guard let digits = values[key], digits.count < 10 else { return nil }
    return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 > 0 ? $0 : nil }
  }
}
