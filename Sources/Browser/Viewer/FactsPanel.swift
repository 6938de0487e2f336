import Imaging
import Photos
import Terminal

/// The viewer's info panel: the photo's metadata, at the right.
struct FactsPanel {
  private struct Row {
    var name = DisplayText("")
    var value = DisplayText("")
    var indentation = 0
    var part = Theme.Part.text
    var address: LinkAddress?
  }

  private let size: CellSize
  private let rows: [Row]

  private static let title = DisplayText(" info ")
  /// Border and padding on both sides, in character cells.
  private static let frameColumns = 4
  /// Inner width in character cells from which values are beside their names.
  private static let wide = 30
  private static let valueRows = 4
  /// Maximum characters of a value that are laid out; more never fit.
  private static let valueLength = 2048

  /// `isFile` adds a reference to `photocell info`; `area` is in character cells.
  init(_ content: PhotoMetadataLoader.Content, isFile: Bool, in area: CellSize) {
    let width = Self.columns(in: area) - Self.frameColumns
    let limit = area.rows - 2
    rows =
      width > 0 && limit > 0
      ? Self.rows(of: content, isFile: isFile, width: width, limit: limit) : []
    size = CellSize(columns: width + Self.frameColumns, rows: rows.count + 2)
  }

  /// The panel's width in character cells: a third of the area, within readable limits.
  static func columns(in area: CellSize) -> Int {
    min(area.columns, min(52, max(38, area.columns / 3)), max(24, area.columns / 2))
  }

  /// Draws the panel at the upper right, if it fits; returns the free area below it.
  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) -> Rect {
    let left = area.columns.upperBound - size.columns
    let width = size.columns - Self.frameColumns
    guard !rows.isEmpty else { return Rect(column: left, row: 0, columns: 0, rows: 0) }
    var panel = Canvas(size: size)
    panel.drawBorder(around: panel.bounds, styles)
    panel.draw(Self.title, at: CellPoint(column: 2, row: 0), columns: width, style: styles[.key])
    for (row, line) in zip(rows, 1...) {
      panel.draw(
        row.name, at: CellPoint(column: 2, row: line), columns: width, style: styles[.quiet])
      panel.draw(
        row.value, at: CellPoint(column: 2 + row.indentation, row: line),
        columns: width - row.indentation, style: styles[row.part])
    }
    frame.lay(panel, at: CellPoint(column: left, row: area.origin.row))
    for (row, line) in zip(rows, 1...) {
      guard let address = row.address else { continue }
      let start = left + 2 + row.indentation
      let end = start + min(row.value.width, width - row.indentation)
      frame.add(Link(address, row: area.origin.row + line, columns: start..<end))
    }
    return Rect(
      column: left, row: area.origin.row + size.rows, columns: size.columns,
      rows: area.size.rows - size.rows)
  }

  private static func rows(
    of content: PhotoMetadataLoader.Content, isFile: Bool, width: Int, limit: Int
  ) -> [Row] {
    switch content {
    case .reading: [Row(value: DisplayText("reading …"), part: .quiet)]
    case .failure(let reason):
      DisplayText(reason).wrapped(to: width).prefix(limit)
        .map { Row(value: $0, part: .failure) }
    case .known(let metadata):
      cut(
        metadata.lines.map { rows(of: $0, width: width) }, to: limit, width: width,
        hint: isFile ? ": photocell info" : "")
    }
  }

  private static func rows(of line: MetadataLine, width: Int) -> [Row] {
    let name = DisplayText(line.name)
    let address = line.link.flatMap { LinkAddress($0) }
    let isBeside = width >= wide
    let beside = isBeside ? nameColumns : name.width + 2
    var values = lines(of: line.value, width: max(1, width - beside))
    if isBeside || values.count == 1 && beside + values[0].width < width {
      return zip(values, [name] + values.dropFirst().map { _ in DisplayText("") })
        .map { Row(name: $1, value: $0, indentation: beside, address: address) }
    }
    values = lines(of: line.value, width: max(1, width - 1))
    return [Row(name: name)]
      + values.map { Row(value: $0, indentation: min(1, width - 1), address: address) }
  }

  private static let nameColumns = "Focal length".count + 2

  /// Wraps unsanitized text to a few lines; the last ends with an ellipsis if there is more.
  private static func lines(of text: String, width: Int) -> [DisplayText] {
    let text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(valueLength)))
    let lines = DisplayText(text).wrapped(to: width)
    guard lines.count > valueRows else { return lines }
    // The rest is truncated to one line.
    let last = DisplayText(lines[(valueRows - 1)...].map(\.description).joined(separator: " "))
    return lines.prefix(valueRows - 1) + [last.cutAtEnd(to: width)]
  }

  /// The facts that fit, followed by how many are left out.
  private static func cut(
    _ facts: [[Row]], to limit: Int, width: Int, hint: String
  ) -> [Row] {
    let all = facts.flatMap(\.self)
    guard all.count > limit else { return all }
    var shown: [Row] = []
    var left = facts[...]
    while let next = left.first, shown.count + next.count < limit {
      shown += next
      left = left.dropFirst()
    }
    let more = DisplayText("… \(left.count) more\(hint)").cutAtEnd(to: width)
    return shown + [Row(value: more, part: .quiet)]
  }
}
