package import FileActions
package import Imaging
internal import PictureFormats

/// The two bytes in the file of a photo that say how it is turned (EXIF, tag 0x0112 of the first directory).
///
/// They are all that has to be written to turn a photo for good: nothing else of the file moves.
package struct OrientationField: Hashable, Sendable {
  /// Where they stand, in bytes from the start of the file.
  package let offset: Int
  /// What they say.
  package let orientation: Orientation
  private let isBigEndian: Bool

  /// More than any camera writes before them, in bytes.
  package static let searchedByteCount = 256 << 10

  private static let exif = Array("Exif\0\0".utf8)
  private static let mostSegments = 256

  /// Finds them; nil where the file is no JPEG and none of TIFF's kin, or says nothing of that.
  ///
  /// HEIC, AVIF, PNG and others are turned by other means, and what EXIF says in them counts for nothing.
  /// - Parameter start: The beginning of the file, ``searchedByteCount`` of it or all.
  package init?(in start: [UInt8]) {
    switch PictureFormat(signatureOf: Array(start.prefix(PictureFormat.signatureLength))) {
    case .jpeg: self.init(jpeg: start)
    case .tiff, .cr2, .nef, .arw, .dng: self.init(tiff: start[...])
    default: return nil
    }
  }

  /// Goes from segment to segment (ITU-T T.81, annex B) as far as that with EXIF.
  private init?(jpeg bytes: [UInt8]) {
    var place = 2
    for _ in 0..<Self.mostSegments {
      guard place + 4 <= bytes.count, bytes[place] == 0xFF else { return nil }
      // A marker may have any number of these bytes before it.
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
    self.init(
      offset: block.startIndex + place, orientation: orientation,
      isBigEndian: block.first == UInt8(ascii: "M"))
  }

  private init(offset: Int, orientation: Orientation, isBigEndian: Bool) {
    (self.offset, self.orientation) = (offset, orientation)
    self.isBigEndian = isBigEndian
  }

  /// The change after which the photo is shown turned once more.
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
