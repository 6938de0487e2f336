internal import Imaging

package enum PhotoCaption: String, CaseIterable, Hashable, Sendable {
  case name
  /// The capture date, or the name if it is unknown.
  case date
  case none

  var depth: FactsDepth {
    switch self {
    case .name, .none: .names
    case .date: .contents
    }
  }
}

extension TakenTime {
  private static let dayWidth = 10

  /// As `2024-05-17 14:03`, without the time if too long; nil if only the file's time is known.
  func caption(columns: Int) -> [UInt8]? {
    guard source != .file,
      let date = CaptureDate(wallMilliseconds: wallMilliseconds, precision: precision)
    else { return nil }
    let text = Array("\(date)".utf8)
    return text.count <= columns ? text : Array(text.prefix(Self.dayWidth))
  }
}
