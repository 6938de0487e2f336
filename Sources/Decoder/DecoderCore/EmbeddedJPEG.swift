import DecoderMessages
package import Imaging

/// A JPEG that stands in the bytes of another file, found by its markers (ITU-T T.81, annex B).
package struct EmbeddedJPEG {
  /// Where it begins, in bytes from the start of the file.
  package let start: Int
  /// The stored size in pixels.
  package let size: PixelSize
  /// How its own EXIF block says that it must be turned; `topLeft` without one.
  package let orientation: Orientation

  /// How far the segments before the first scan reach, in bytes: a thumbnail and a profile fit in.
  private static let headerReach = 512 * 1024
  /// More than any camera writes; beyond them nothing is looked at.
  private static let mostSignatures = 256

  /// Finds the JPEGs that can be decoded, the largest first; those of a raw picture's own data, which
  /// are without loss, are none of them.
  ///
  /// What looks like one by chance may be among them. Synchronous, callable from any thread.
  /// - Parameter file: The whole file.
  /// - Returns: What was found.
  package static func all(in file: [UInt8]) -> [EmbeddedJPEG] {
    var found: [EmbeddedJPEG] = []
    var rest = file[...]
    for _ in 0..<mostSignatures {
      guard let start = rest.firstSignature else { break }
      if let jpeg = EmbeddedJPEG(at: start, in: file) { found.append(jpeg) }
      rest = file[(start + 1)...]
    }
    return found.sorted { $0.size.area > $1.size.area }
  }

  private init?(at start: Int, in file: [UInt8]) {
    let bytes = Array(file[start...].prefix(Self.headerReach))
    guard let header = try? JPEGHeader(bytes), (try? header.checkReadable()) != nil else {
      return nil
    }
    self.start = start
    size = header.size
    orientation = header.exif.orientation
  }
}

extension ArraySlice<UInt8> {
  /// Where the first bytes of a JPEG stand: its start, and the first byte of another marker.
  fileprivate var firstSignature: Int? {
    var rest = self
    while let mark = rest.firstMark {
      if self[mark...].starts(with: [0xFF, 0xD8, 0xFF]) { return mark }
      rest = self[(mark + 1)...]
    }
    return nil
  }
}
