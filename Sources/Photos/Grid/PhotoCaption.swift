internal import Finding
internal import Imaging

/// What stands below the picture of a photo in the grid.
package enum PhotoCaption: String, CaseIterable, Hashable, Sendable {
  case name
  /// When it was taken; where nobody knows, its name.
  case date
  /// Nothing, which leaves the line to the picture.
  case none

  /// How much has to be found out of photos for it.
  var depth: FactsDepth {
    switch self {
    case .name, .none: .names
    case .date: .contents
    }
  }
}

extension TakenTime {
  /// The time of day begins behind so many characters of a date.
  private static let dayWidth = 10

  /// The day, as far as it is known, and the time where there is room for it; nil where only the file system tells it.
  /// - Parameter columns: The room, in character cells.
  /// - Returns: Text such as `2024-05-17 14:03`.
  func caption(columns: Int) -> [UInt8]? {
    guard source != .file,
      let date = CaptureDate(wallMilliseconds: wallMilliseconds, precision: precision)
    else { return nil }
    let text = Array("\(date)".utf8)
    return text.count <= columns ? text : Array(text.prefix(Self.dayWidth))
  }
}
