import Glibc
import Imaging
import Terminal

/// A histogram of the visible part, at the upper right: red, green and blue overlaid in their mixed
/// colors, and luma below; without colors, luma only.
struct HistogramPanel {
  private let histogram: ToneHistogram?
  private let scale: ViewerPanels.Scale
  private let form: TileForm
  private let layout: Layout

  /// `histogram` is nil until it has been computed.
  init(
    _ histogram: ToneHistogram?, scale: ViewerPanels.Scale, form: TileForm, layout: Layout
  ) {
    self.histogram = histogram
    self.scale = scale
    self.form = form
    self.layout = layout
  }

  func draw(into canvas: inout Canvas, _ room: Rect, _ styles: Styles) {
    var panel = Canvas(
      size: CellSize(columns: layout.columns + 2, rows: layout.colorRows + layout.lumaRows + 3))
    panel.drawBorder(around: panel.bounds, styles)
    let title = scale == .linear ? " histogram " : " histogram, log "
    panel.draw(
      DisplayText(title), at: CellPoint(column: 1, row: 0), columns: layout.columns,
      style: styles[.key])
    if let histogram { draw(histogram, into: &panel) }
    let place = CellPoint(
      column: room.columns.upperBound - panel.size.columns, row: room.origin.row)
    canvas.draw(panel, at: place)
  }

  private func draw(_ histogram: ToneHistogram, into panel: inout Canvas) {
    let hasColors = form.colors != .none
    let rows = layout.colorRows + layout.lumaRows
    let lumaRows = hasColors ? layout.lumaRows : rows
    if hasColors {
      let bars = ToneBars(
        [histogram.red, histogram.green, histogram.blue], columns: layout.columns,
        height: layout.colorRows * 8, scale: scale)
      draw(bars, bottom: layout.colorRows, layout.colorRows, into: &panel, Self.mixed)
    }
    let bars = ToneBars(
      [histogram.luma], columns: layout.columns, height: lumaRows * 8, scale: scale)
    draw(bars, bottom: rows, lumaRows, into: &panel) { _, isLight in
      hasColors ? .palette(isLight ? 8 : 7) : .standard
    }
    drawShares(of: histogram, into: &panel, row: rows + 1)
  }

  private func draw(
    _ bars: ToneBars, bottom: Int, _ rows: Int, into panel: inout Canvas,
    _ color: (_ mask: Int, _ isLight: Bool) -> Color
  ) {
    let isLight = form.background.isLight
    let scale = BlockScale(symbols: form.symbols)
    for column in 0..<bars.columns {
      for up in 0..<rows {
        let cell = bars.cell(column: column, eighths: up * 8..<up * 8 + 8)
        var glyph = Glyph(scale.block(cell.filled))
        if cell.lower != 0 { glyph.foreground = color(cell.lower, isLight) }
        if cell.upper != 0 { glyph.background = color(cell.upper, isLight) }
        panel[column + 1, bottom - up] = glyph
      }
    }
  }

  /// One bit per channel from red; terminal colors 9 to 14 are their mixtures in that order.
  private static func mixed(_ mask: Int, isLight: Bool) -> Color {
    mask == 7 ? .palette(isLight ? 8 : 7) : .palette(UInt8(8 + mask))
  }

  private func drawShares(
    of histogram: ToneHistogram, into panel: inout Canvas, row: Int
  ) {
    let dark = DisplayText("\(histogram.clippedShare(.shadows).percent) %")
    let light = DisplayText("\(histogram.clippedShare(.highlights).percent) %")
    let hasColors = form.colors != .none
    panel.draw(
      dark, at: CellPoint(column: 1, row: row), columns: layout.columns / 2,
      style: hasColors ? Glyph(" ", foreground: .palette(12)) : .blank)
    panel.draw(
      light, at: CellPoint(column: 1 + layout.columns - light.width, row: row),
      columns: layout.columns / 2,
      style: hasColors ? Glyph(" ", foreground: .palette(9)) : .blank)
  }

  /// The size of the bars, in character cells.
  struct Layout {
    fileprivate let columns: Int
    fileprivate let colorRows: Int
    fileprivate let lumaRows: Int

    /// The largest layout for a room in character cells; nil if none fits.
    init?(in room: CellSize) {
      let widths = [(64, 130), (32, 34), (16, 18)]
      let heights = [(4, 3, 30), (3, 2, 8), (2, 1, 6)]
      guard let width = widths.first(where: { room.columns >= $0.1 }),
        let height = heights.first(where: { room.rows >= $0.2 })
      else { return nil }
      (columns, colorRows, lumaRows) = (width.0, height.0, height.1)
    }
  }
}

/// Overlaid bar series, with heights in eighths of a character cell.
struct ToneBars {
  let columns: Int
  /// Per series and column, in eighths of a cell.
  private let heights: [[Int]]

  /// Creates bars from series of 256 bins.
  ///
  /// `columns` must divide 256; `height` is in eighths of a cell. The tallest bar is the largest
  /// bin other than the darkest and brightest, which are often clipped and then reach the top.
  init(_ series: [[Int]], columns: Int, height: Int, scale: ViewerPanels.Scale) {
    self.columns = columns
    let width = ToneHistogram.binCount / columns
    func sums(_ tones: [Int]) -> [Double] {
      (0..<columns).map { column in
        let count = tones[column * width..<(column + 1) * width].reduce(0, +)
        return scale == .linear ? Double(count) : log1p(Double(count))
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

  /// Two sets of series, one bit each; the lower set fills `filled` eighths from the bottom.
  ///
  /// More than two sets are approximated.
  func cell(column: Int, eighths: Range<Int>) -> (lower: Int, upper: Int, filled: Int) {
    let masks = eighths.map { eighth in
      heights.indices.reduce(0) { $0 | (heights[$1][column] > eighth ? 1 << $1 : 0) }
    }
    // Sets shrink upward, so the cell is split where the set first changes.
    let lower = masks[0]
    guard let first = masks.firstIndex(where: { $0 != lower }) else {
      return (lower, 0, lower == 0 ? 0 : masks.count)
    }
    let upper = masks[(first + masks.count) / 2]
    return (lower, upper, first)
  }
}

extension BlockScale {
  /// A block filled from below by eighths, or the nearest one the font has.
  func block(_ eighths: Int) -> Unicode.Scalar {
    let scalars: [Unicode.Scalar] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    guard isFine else { return eighths == 0 ? " " : eighths > 5 ? "█" : "▄" }
    return scalars[min(max(0, eighths), 8)]
  }
}

extension Double {
  /// A share in 0...1 as percent, with one decimal below ten.
  fileprivate var percent: String { (self * 100).text(places: self < 0.0995 ? 1 : 0) }
}
