import Imaging
import Photos
import Terminal

/// Draws flag, label and rating; in a small cell, the number of stars.
struct NotesView {
  let cell: VisibleCell
  let styles: Styles

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

  /// A word, for users who see no colors; a sign for labels of other programs in any language.
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
