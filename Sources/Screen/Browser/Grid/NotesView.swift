import Culling
import Grid
import Imaging
import Terminal

/// What is noted of a photo, at the lower right of its picture: its label, whether it is picked, and as many stars as
/// it has, or in a small cell their number; a cross where it is rejected.
///
/// Before them a ring says that it is the sharpest of its burst, which nobody has noted.
struct NotesView {
  let cell: VisibleCell
  let styles: Styles

  /// Draws it.
  /// - Returns: Whether there is anything.
  func draw(on room: Rect, into canvas: inout Canvas) -> Bool {
    let isSmall = room.size.columns < 12
    var column = room.columns.upperBound
    let parts: [(String, Theme.Part)?] = [
      (flags(isSmall: isSmall), .rating), label(isSmall: isSmall),
    ]
    for (text, part) in parts.compactMap(\.self) where !text.isEmpty {
      let text = DisplayText(isSmall ? text : " \(text) ")
      guard column - text.width >= room.origin.column else { break }
      column -= text.width
      let place = CellPoint(column: column, row: room.rows.upperBound - 1)
      canvas.draw(text, at: place, columns: text.width, style: styles[part])
    }
    return column < room.columns.upperBound
  }

  /// Stands for the sharpest frame of a burst.
  static let sharpest = "◎"

  private func flags(isSmall: Bool) -> String {
    let stars = cell.rating.map { rating in
      rating < 0
        ? "✗" : isSmall ? "\(rating)★" : String(repeating: "★", count: min(rating, 5))
    }
    return [cell.isSharpest ? Self.sharpest : nil, cell.isPicked ? "⚑" : nil, stars].compactMap(
      \.self
    )
    .joined(separator: isSmall ? "" : " ")
  }

  /// A word for everybody who sees no colours; of other programs' labels, which may be in any language, a sign.
  private func label(isSmall: Bool) -> (String, Theme.Part)? {
    guard let name = cell.label else { return nil }
    guard let label = CullingLabel(name: name) else { return ("◆", .rating) }
    let part: Theme.Part =
      switch label {
      case .red: .redLabel
      case .yellow: .yellowLabel
      case .green: .greenLabel
      case .blue: .blueLabel
      case .purple: .purpleLabel
      }
    return (isSmall ? String(label.name.prefix(1)) : label.rawValue, part)
  }
}
