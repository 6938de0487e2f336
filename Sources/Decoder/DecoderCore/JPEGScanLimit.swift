import Imaging

/// How many scans of a JPEG are decoded.
///
/// Every scan goes over all coefficients, however few bytes it has: a small file with thousands of
/// scans would keep a processor busy for minutes. Encoders write about ten. Later scans only refine
/// the picture, so that leaving them out shows it a little coarser.
enum JPEGScanLimit {
  /// Pixels in all scans together: two to three seconds with the densest data.
  static let pixels = 600_000_000
  /// Scans that are decoded at any size, and scans that are enough at any size.
  static let counts = 12...100

  /// The part of a file that is decoded: all of it, or what comes before one scan too many.
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - header: Its header.
  /// - Returns: A number of bytes from the start.
  static func byteCount(of bytes: [UInt8], _ header: JPEGHeader) -> Int {
    guard header.hasManyScans else { return bytes.count }
    let wanted = pixels / max(1, header.size.area)
    let limit = min(max(wanted, counts.lowerBound), counts.upperBound)
    var markers = JPEGMarkers(bytes, from: header.scanStart)
    var count = 1
    var end = markers.position
    while let segment = markers.next(), segment.code != JPEGMarkers.endOfImage {
      if segment.code == JPEGMarkers.startOfScan {
        count += 1
        if count > limit { return end }
      }
      end = markers.position
    }
    return bytes.count
  }
}
