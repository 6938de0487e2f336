package import FileActions
package import Imaging

/// The two bytes of the EXIF orientation in a file (tag 0x0112 of the first directory).
///
/// Rotating a photo permanently changes only these bytes.
package struct OrientationField: Hashable, Sendable {
  /// In bytes from the start of the file.
  package let offset: Int
  package let orientation: Orientation
  private let isBigEndian: Bool

  /// Bytes to search; more than any camera writes before the field.
  package static let searchedByteCount = 256 << 10

  private static let exif = Array("Exif\0\0".utf8)
  private static let mostSegments = 256

  /// Nil unless the file is JPEG or TIFF-based and has the field.
  ///
  /// HEIC, AVIF, PNG and others are rotated by other means, and ignore EXIF. `start` is
  /// ``searchedByteCount`` bytes or the whole file.
  package init?(in start: [UInt8]) {
    switch PictureFormat(signatureOf: Array(start.prefix(PictureFormat.signatureLength))) {
    case .jpeg: self.init(jpeg: start)
    case .tiff, .cr2, .nef, .arw, .dng: self.init(tiff: start[...])
    default: return nil
    }
  }

  /// Walks the segments (ITU-T T.81, annex B) up to that with EXIF.
  private init?(jpeg bytes: [UInt8]) {
    var place = 2
    for _ in 0..<Self.mostSegments {
      guard place + 4 <= bytes.count, bytes[place] == 0xFF else { return nil }
      // Any number of fill bytes may precede a marker.
      if bytes[place + 1] == 0xFF {
        place += 1
        continue
      }
      let end = place + 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
      guard ![0xD9, 0xDA].contains(bytes[place + 1]), end <= bytes.count else { return nil }
      let segment = bytes[(place + 4)..<max(place + 4, end)]
      if bytes[place + 1] == 0xE1, segment.starts(with: Self.exif) {
        self.init(tiff: segment.dropFirst(Self.exif.count))
        return
      }
      place = end
    }
    return nil
  }

  private init?(tiff block: ArraySlice<UInt8>) {
    guard let directory = TIFFDirectory(block), let place = directory.shortPlace(.orientation),
      let orientation = directory.short(.orientation).flatMap(Orientation.init(rawValue:))
    else { return nil }
    (offset, self.orientation) = (block.startIndex + place, orientation)
    isBigEndian = block.first == UInt8(ascii: "M")
  }

  package func change(turning turn: Orientation) -> ContentChange {
    .patch(
      offset: offset, before: bytes(of: orientation),
      after: bytes(of: orientation.followed(by: turn)))
  }

  private func bytes(of orientation: Orientation) -> [UInt8] {
    let value = UInt8(orientation.rawValue)
    return isBigEndian ? [0, value] : [value, 0]
  }
}
