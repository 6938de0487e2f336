import Catalogs
import Glibc
import Imaging
import Photos
import Terminal

/// The metadata is right of the photo if both fit: not all terminals overlap images with text.
final class ViewerPanels {
  enum Scale: Hashable {
    case linear
    case logarithmic
  }

  var form = TileForm(symbols: .ascii, colors: .none)
  /// Hides the panels regardless of the user's choice.
  var areHidden = false { didSet { grid.update() } }

  private var scale: Scale?
  private var showsFaces = false
  private let grid: GridViewModel
  let facts: SelectedPhotoMetadata
  let histogram: ViewHistogram

  init(over grid: GridViewModel) {
    self.grid = grid
    facts = SelectedPhotoMetadata(in: grid)
    histogram = ViewHistogram(of: grid.loader, onChange: grid.onChange)
  }

  func room(in area: CellSize) -> CellSize {
    areHidden ? area : CellSize(columns: facts.columns(in: area), rows: area.rows)
  }

  func toggleFacts() {
    facts.toggle()
    grid.update()
  }

  func changeHistogram() {
    scale = scale == nil ? .linear : scale == .linear ? .logarithmic : nil
  }

  func toggleClipping(of viewer: PhotoViewer) -> LayerOutcome {
    viewer.marksClipping.toggle()
    guard viewer.marksClipping else { return .message("Clipping not marked") }
    let (light, dark) = form.colors == .none ? ("black", "white") : ("red", "blue")
    return .message("Clipping marked: highlights \(light), shadows \(dark)")
  }

  func toggleFaces(of viewer: PhotoViewer) -> LayerOutcome {
    showsFaces.toggle()
    guard showsFaces else { return .message("Names of people hidden") }
    let isKnown = viewer.focused.photo.map { facts.faces(of: $0)?.isEmpty == true } ?? false
    return .message(isKnown ? "No person is marked in this photo" : "Names of people shown")
  }

  func draw(of viewer: PhotoViewer, into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    let (showsFacts, scale) = areHidden ? (false, nil) : (facts.isShown, scale)
    let showsFaces = showsFaces && !areHidden
    followFacts(of: viewer, isShown: showsFacts || showsFaces)
    if scale == nil { histogram.stop() } else { histogram.follow(viewer.seen) }
    let focused = viewer.focused
    guard let photo = focused.photo else { return }
    // The view is that of the selected photo, which may still be loading.
    if showsFaces, photo == grid.selectedPhoto, let view = focused.view {
      frame.canvas.draw(
        facts.faces(of: photo) ?? [], of: view, at: focused.frame.origin, style: styles[.loadBadge])
    }
    var (room, rest) = (focused.frame, Rect?.none)
    if showsFacts {
      let below = facts.draw(photo, into: &frame, area, styles)
      room.size.columns = min(room.size.columns, below.columns.lowerBound - room.origin.column)
      rest = below
    }
    var width = min(FactsPanel.columns(in: area.size), room.size.columns / 2)
    if let rest, HistogramPanel.Layout(columns: rest.size.columns, in: rest.size) != nil {
      (room, width) = (rest, rest.size.columns)
    }
    guard let scale, let layout = HistogramPanel.Layout(columns: width, in: room.size)
    else { return }
    HistogramPanel(
      histogram: histogram.histogram(of: photo), scale: scale, form: form, layout: layout
    ).draw(into: &frame, room, styles)
  }

  func lines(of viewer: PhotoViewer) -> [String] {
    followFacts(of: viewer, isShown: facts.isShown)
    return facts.lines(of: viewer.focused.photo)
  }

  func close() {
    facts.follow(nil)
    histogram.stop()
  }

  private func followFacts(of viewer: PhotoViewer, isShown: Bool) {
    let cell = viewer.focusedCell
    facts.follow(isShown ? cell.photo : nil, isLoaded: cell.content.isFinal)
  }
}

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

  /// Border and padding on both sides, in character cells.
  private static let frameColumns = 4
  /// Inner width in character cells from which values are beside their names.
  private static let wide = 30
  private static let valueRows = 4
  /// Width of an area in character cells from which photos are beside the panel.
  private static let minColumnsBeside = 76
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

  /// The columns left of the panel; all of the area where there would be too few.
  static func columnsBeside(in area: CellSize) -> Int {
    area.columns < minColumnsBeside ? area.columns : area.columns - columns(in: area)
  }

  /// Draws the panel at the upper right, if it fits; returns the free area below it.
  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) -> Rect {
    let left = area.columns.upperBound - size.columns
    let width = size.columns - Self.frameColumns
    guard !rows.isEmpty else { return Rect(column: left, row: 0, columns: 0, rows: 0) }
    var panel = Canvas(size: size)
    panel.drawFrame(titled: "info", styles)
    for (row, line) in zip(rows, 1...) {
      panel.draw(row.name, column: 2, row: line, columns: width, style: styles[.quiet])
      panel.draw(
        row.value, column: 2 + row.indentation, row: line, columns: width - row.indentation,
        style: styles[row.part])
    }
    frame.cover(with: panel, at: CellPoint(column: left, row: area.origin.row))
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
      DisplayText(reason).wrapped(to: width).prefix(limit).map { Row(value: $0, part: .failure) }
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

  private static func cut(_ facts: [[Row]], to limit: Int, width: Int, hint: String) -> [Row] {
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

/// A histogram of the visible part, at the upper right: red, green and blue overlaid in their mixed
/// colors, and luma below; without colors, luma only.
struct HistogramPanel {
  let histogram: ToneHistogram?
  let scale: ViewerPanels.Scale
  let form: TileForm
  let layout: Layout

  func draw(into frame: inout Frame, _ room: Rect, _ styles: Styles) {
    var panel = Canvas(
      size: CellSize(columns: layout.columns + 4, rows: layout.colorRows + layout.lumaRows + 3))
    panel.drawFrame(titled: scale == .linear ? "histogram" : "histogram, log", styles)
    if let histogram { draw(histogram, into: &panel) }
    let place = CellPoint(
      column: room.columns.upperBound - panel.size.columns, row: room.origin.row)
    frame.canvas.draw(panel, at: place)
    guard let histogram, let cell = styles.pixelCell else { return }
    let bars = Rect(
      column: place.column + 2, row: place.row + 1, columns: layout.columns,
      rows: layout.colorRows + layout.lumaRows)
    draw(histogram, over: bars, pixels: cell, into: &frame)
  }

  private func draw(
    _ histogram: ToneHistogram, over room: Rect, pixels cell: PixelSize, into frame: inout Frame
  ) {
    let width = layout.columns * cell.width
    let columns = min(ToneHistogram.binCount, width)
    let height = layout.colorRows * cell.height
    let colors = ToneBars(
      [histogram.red, histogram.green, histogram.blue], columns: columns, height: height,
      scale: scale)
    let luma = ToneBars(
      [histogram.luma], columns: columns, height: layout.lumaRows * cell.height, scale: scale)
    let bottom = room.size.rows * cell.height - 1
    frame.overlay(room, pixels: cell) { x, y in
      let column = x * columns / width
      let mask =
        y < height
        ? colors.mask(column: column, above: height - 1 - y)
        : luma.mask(column: column, above: bottom - y) * 7
      return mask == 0 ? nil : rgb(of: mask)
    }
  }

  private func draw(_ histogram: ToneHistogram, into panel: inout Canvas) {
    let hasColors = form.colors != .none
    let rows = layout.colorRows + layout.lumaRows
    let lumaRows = hasColors ? layout.lumaRows : rows
    if hasColors {
      let bars = ToneBars(
        [histogram.red, histogram.green, histogram.blue], columns: layout.columns,
        height: layout.colorRows * 8, scale: scale)
      draw(bars, bottom: layout.colorRows, layout.colorRows, into: &panel, color)
    }
    let bars = ToneBars(
      [histogram.luma], columns: layout.columns, height: lumaRows * 8, scale: scale)
    draw(bars, bottom: rows, lumaRows, into: &panel) { _ in
      hasColors ? color(of: 7) : .standard
    }
    drawShares(of: histogram, into: &panel, row: rows + 1)
  }

  private func draw(
    _ bars: ToneBars, bottom: Int, _ rows: Int, into panel: inout Canvas,
    _ color: (_ mask: Int) -> Color
  ) {
    let scale = BlockScale(symbols: form.symbols)
    for column in 0..<bars.columns {
      for up in 0..<rows {
        let cell = bars.cell(column: column, eighths: up * 8..<up * 8 + 8)
        var glyph = Glyph(scale.block(cell.filled))
        if cell.lower != 0 { glyph.foreground = color(cell.lower) }
        if cell.upper != 0 { glyph.background = color(cell.upper) }
        panel[column + 2, bottom - up] = glyph
      }
    }
  }

  /// `mask` has one bit per channel from red; terminal colors 9 to 14 are their mixtures in that
  /// order; with more colors they are muted.
  private func color(of mask: Int) -> Color {
    guard form.colors != .ansi16 else {
      return mask == 7 ? .palette(form.background.isLight ? 8 : 7) : .palette(UInt8(8 + mask))
    }
    return form.colors.shown(for: .rgb(rgb(of: mask)))
  }

  private func rgb(of mask: Int) -> RGB {
    let (low, high): (UInt8, UInt8) = form.background.isLight ? (90, 170) : (85, 190)
    return RGB(mask & 1 != 0 ? high : low, mask & 2 != 0 ? high : low, mask & 4 != 0 ? high : low)
  }

  private func drawShares(of histogram: ToneHistogram, into panel: inout Canvas, row: Int) {
    let word = layout.columns >= 26 ? "clipped " : ""
    let dark = DisplayText("\(word)\(histogram.clippedShare(.shadows).percent) %")
    let light = DisplayText("\(word)\(histogram.clippedShare(.highlights).percent) %")
    for (text, column, mask) in [(dark, 2, 4), (light, 2 + layout.columns - light.width, 1)] {
      let style = form.colors == .none ? .blank : Glyph(" ", foreground: color(of: mask))
      panel.draw(text, column: column, row: row, columns: layout.columns / 2, style: style)
    }
  }

  /// The size of the bars, in character cells.
  struct Layout {
    fileprivate let columns: Int
    fileprivate let colorRows: Int
    fileprivate let lumaRows: Int

    /// The highest layout of a width for a room, in character cells; nil if none fits.
    init?(columns width: Int, in room: CellSize) {
      let heights = [(4, 3, 30), (3, 2, 8), (2, 1, 6)]
      columns = min(room.columns, max(width, Self.minColumns + 4)) - 4
      guard columns >= Self.minColumns, let height = heights.first(where: { room.rows >= $0.2 })
      else { return nil }
      (colorRows, lumaRows) = (height.0, height.1)
    }

    private static let minColumns = 14
  }
}

/// Overlaid bar series, with heights in eighths of a character cell or in pixels.
struct ToneBars {
  let columns: Int
  /// Per series and column, in the unit of `height`.
  private let heights: [[Int]]

  /// Creates bars from series of 256 bins.
  ///
  /// `columns` is at most 256; `height` is that of the tallest bar: the largest bin other than the
  /// darkest and brightest, which are often clipped and then reach the top.
  init(_ series: [[Int]], columns: Int, height: Int, scale: ViewerPanels.Scale) {
    self.columns = columns
    let bins = ToneHistogram.binCount
    func sums(_ tones: [Int]) -> [Double] {
      (0..<columns).map { column in
        let range = column * bins / columns..<(column + 1) * bins / columns
        // A column may have one bin more than its neighbours.
        let count = Double(tones[range].reduce(0, +)) * Double(bins) / Double(range.count * columns)
        return scale == .linear ? count : log1p(count)
      }
    }
    let inner = series.map { tones in
      var tones = tones
      tones[0] = 0
      tones[tones.count - 1] = 0
      return sums(tones).max() ?? 0
    }
    let all = series.map(sums)
    let highest = inner.max().flatMap { $0 > 0 ? $0 : nil } ?? all.joined().max() ?? 0
    heights = all.map { sums in
      sums.map { sum in
        guard sum > 0 else { return 0 }
        return max(1, min(height, Int((sum / highest * Double(height)).rounded())))
      }
    }
  }

  /// The series whose bars are higher, one bit each.
  func mask(column: Int, above level: Int) -> Int {
    heights.indices.reduce(0) { $0 | (heights[$1][column] > level ? 1 << $1 : 0) }
  }

  /// Two sets of series, one bit each; the lower set fills `filled` eighths from the bottom.
  ///
  /// More than two sets are approximated.
  func cell(column: Int, eighths: Range<Int>) -> (lower: Int, upper: Int, filled: Int) {
    let masks = eighths.map { mask(column: column, above: $0) }
    // Sets shrink upward, so the cell is split where the set first changes.
    let lower = masks[0]
    guard let first = masks.firstIndex(where: { $0 != lower }) else {
      return (lower, 0, lower == 0 ? 0 : masks.count)
    }
    let upper = masks[(first + masks.count) / 2]
    return (lower, upper, first)
  }
}

extension Double {
  /// A share in 0...1 as percent, with one decimal below ten.
  fileprivate var percent: String { (self * 100).text(places: self < 0.0995 ? 1 : 0) }
}

/// With the values of the photo's sidecar; in a panel beside the grid or the photo.
final class SelectedPhotoMetadata {
  private(set) var isShown = false
  private let grid: GridViewModel
  private let loader: PhotoMetadataLoader

  init(in grid: GridViewModel) {
    self.grid = grid
    loader = PhotoMetadataLoader(
      of: grid.loader, gazetteer: grid.facts.gazetteer,
      sidecarFaces: { [reader = grid.facts.reader] in await reader.sidecarFaces(of: $0) },
      onChange: grid.onChange)
  }

  /// Reads a remote photo only once its image is loaded; nil stops reading.
  func follow(_ photo: Photo?, isLoaded: @autoclosure () -> Bool = false) {
    loader.follow(photo.flatMap { $0.onWeb == nil || isLoaded() ? $0 : nil })
    if let entry = grid.selectedEntry, entry.photo == photo { grid.facts.describe(entry) }
  }

  func toggle() {
    isShown.toggle()
    if !isShown { loader.follow(nil) }
  }

  func readAgain() { loader.readAgain() }

  /// The columns left of the panel; all of them where it would leave too few.
  func columns(in area: CellSize) -> Int {
    isShown ? FactsPanel.columnsBeside(in: area) : area.columns
  }

  func draw(_ photo: Photo, into frame: inout Frame, _ area: Rect, _ styles: Styles) -> Rect {
    FactsPanel(content(of: photo), isFile: photo.onWeb == nil, in: area.size)
      .draw(into: &frame, area, styles)
  }

  /// Nil until the metadata is read, or if that failed.
  func faces(of photo: Photo) -> [Face]? {
    guard case .known(let metadata) = loader.content(of: photo) else { return nil }
    return metadata.faces
  }

  private func content(of photo: Photo) -> PhotoMetadataLoader.Content {
    let content = loader.content(of: photo)
    guard case .known(let metadata) = content, let entry = grid.selectedEntry, entry.photo == photo
    else { return content }
    return .known(grid.facts.withSidecar(metadata, of: entry))
  }

  /// For screen readers; empty unless shown.
  func lines(of photo: Photo?) -> [String] {
    guard isShown, let photo else { return [] }
    return switch content(of: photo) {
    case .reading: []
    case .failure(let reason): [reason]
    case .known(let metadata): metadata.lines.map { "\($0.name): \($0.value)" }
    }
  }
}
