import Catalogs
import Imaging
import Photos
import Terminal

/// The line below an image: mark and rating, name, flag, label and kind, so that nothing covers the
/// image itself.
struct CaptionView {
  let cell: VisibleCell
  let styles: Styles

  private typealias Part = (text: String, style: Theme.Part)

  /// Cells of fewer character cells get short forms.
  private static let usualColumns = 18
  /// The fewest columns in which a part of a name is worth more than the kind.
  private static let minNameWidth = 6
  static let sharpest = "◎"

  /// Draws in the last row of the cell: centred below the image, or over its right end if captions
  /// are off. Returns the first column.
  func draw(into canvas: inout Canvas) -> Int {
    let columns = cell.frame.size.columns
    let (before, after) = (leading, shownTrailing(columns))
    let room = max(0, columns - Self.width(of: before) - Self.width(of: after))
    let name = self.name(columns: room)
    let words =
      before.map { (DisplayText($0.text + " "), styles[$0.style]) }
      + name + after.map { (DisplayText(" " + $0.text), styles[$0.style]) }
    let width = words.reduce(0) { $0 + $1.0.width }
    let gap = columns - width
    var column = cell.frame.origin.column + max(0, cell.caption == nil ? gap : gap / 2)
    let first = column
    let row = cell.frame.rows.upperBound - 1
    for (text, style) in words where column < cell.frame.columns.upperBound {
      column += canvas.draw(
        text, at: CellPoint(column: column, row: row),
        columns: cell.frame.columns.upperBound - column, style: style)
    }
    return first
  }

  private var isSmall: Bool { cell.frame.size.columns < Self.usualColumns }

  private static func width(of parts: [Part]) -> Int {
    parts.reduce(0) { $0 + DisplayText($1.text).width + 1 }
  }

  private var leading: [Part] {
    let stars: Part? = cell.rating.map { rating in
      rating < 0
        ? ("✗", .failure)
        : (isSmall ? "\(rating)★" : String(repeating: "★", count: min(rating, 5)), .rating)
    }
    return [cell.isMarked ? ("✓", .mark) : nil, stars].compactMap(\.self)
  }

  /// Most important first.
  private var trailing: [Part] {
    var parts: [Part] = []
    if cell.isPicked { parts.append(("⚑", .rating)) }
    if cell.isSharpest { parts.append((Self.sharpest, .rating)) }
    if let label = cell.label { parts.append(self.label(label)) }
    if cell.content.isTruncated { parts.append(("truncated", .truncated)) }
    if let count = cell.frameCount {
      parts.append((isSmall ? "\(count)" : "\(count) frames", .kind))
    }
    if cell.hasRaw { parts.append(("R+J", .kind)) }
    if cell.isVideo || cell.content.info?.isMoving == true { parts.append(("▶", .kind)) }
    return parts
  }

  /// Without the least important parts if hardly anything of the name would remain.
  private func shownTrailing(_ columns: Int) -> [Part] {
    let free = columns - Self.width(of: leading)
    let name = min(Self.minNameWidth, cell.caption.map { DisplayText(sanitising: $0).width } ?? 0)
    var parts = trailing
    while let last = parts.last, Self.width(of: parts) + name > free {
      // Signs fit where a name does not.
      guard parts.count > 1 || DisplayText(last.text).width + 1 > free else { break }
      parts.removeLast()
    }
    return parts
  }

  private func name(columns: Int) -> [(DisplayText, Glyph)] {
    guard let caption = cell.caption, columns > 0 else { return [] }
    let part: Theme.Part = cell.isSelected ? .selectedName : cell.isMarked ? .mark : .name
    let (name, style) = (DisplayText(sanitising: caption), styles[part])
    guard case .folder(let folder) = cell.content else {
      guard !cell.hasTitle, name.width > columns else {
        return [(name.cutAtEnd(to: columns), style)]
      }
      // The end of the stem tells photos of a series apart.
      let stem = DisplayText(sanitising: Array(PhotoNames.stem(of: caption)))
      return [(stem.truncated(to: columns), style)]
    }
    return self.name(of: folder, columns: columns)
  }

  /// With a blank on both sides, as the border of a selected card may be behind.
  private func name(of folder: FolderContent, columns: Int) -> [(DisplayText, Glyph)] {
    let name = DisplayText(sanitising: [0x20] + (cell.caption ?? []))
    let style = styles[cell.isSelected ? .selectedName : .card]
    // A photo count is never cut; a folder count is shown only if it fits.
    let count = DisplayText(" \(FolderWords(finding: folder.finding).count) ")
    let room = columns - count.width
    guard count.width > 2, room > 2, name.width <= room || folder.hasPhotos else {
      return [(name.cutAtEnd(to: columns), style), (DisplayText(" "), style)]
    }
    return [(name.cutAtEnd(to: room), style), (count, styles[.quiet])]
  }

  /// A dot of its colour, or a word without colours; a sign for labels of other programs, in any
  /// language.
  private func label(_ name: String) -> Part {
    guard let label = CullingLabel(name: name) else { return ("◆", .rating) }
    let part: Theme.Part =
      switch label {
      case .red: .redLabel
      case .yellow: .yellowLabel
      case .green: .greenLabel
      case .blue: .blueLabel
      case .purple: .purpleLabel
      }
    return (styles[part].foreground == .standard ? label.rawValue : "●", part)
  }
}
