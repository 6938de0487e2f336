import DecoderProtocol
package import Imaging

/// A JPEG inside another file, found by its markers (ITU-T T.81, annex B).
package struct EmbeddedJPEG {
  package let start: Int
  package let size: PixelSize
  package let orientation: Orientation

  /// Maximum size of the segments before the first scan: room for a thumbnail and a profile.
  private static let headerReach = 512 * 1024
  private static let mostSignatures = 256

  /// Decodable JPEGs, the largest first, without lossless raw data; false positives are possible.
  ///
  /// Callable from any thread.
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
  fileprivate var firstSignature: Int? {
    var rest = self
    while let mark = rest.firstMark {
      if self[mark...].starts(with: [0xFF, 0xD8, 0xFF]) { return mark }
      rest = self[(mark + 1)...]
    }
    return nil
  }
}
