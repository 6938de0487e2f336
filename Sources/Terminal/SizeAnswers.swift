package import Imaging

/// Replies about the size of the window; nil if there was none.
package struct SizeAnswers: Hashable, Sendable {
  /// Cell size in pixels (xterm, Control Sequences, XTWINOPS 16).
  package var cell: PixelSize?
  /// Text area in pixels (XTWINOPS 14).
  package var textArea: PixelSize?
  /// Sixel area in pixels (XTSMGRAPHICS).
  package var sixelArea: PixelSize?

  package init() {}

  init(cell: PixelSize?) {
    self.cell = cell
  }

  var isEmpty: Bool { self == SizeAnswers() }

  /// The cell size in pixels; nil if no reply determines a plausible one.
  ///
  /// `limit` is the largest sixel image; an area of that size says nothing about the window.
  func cell(in window: WindowSize?, sixelLimit limit: PixelSize?) -> PixelSize? {
    if let cell, cell.isCharacterCell { return cell }
    guard let window else { return nil }
    let isLimited = sixelArea.map { $0.reaches(limit) || $0.exceeds(window.pixels) } ?? true
    return textArea.flatMap { PixelSize(ofCellIn: $0, cells: window.cells) }
      ?? (isLimited ? nil : sixelArea.flatMap { PixelSize(ofCellIn: $0, cells: window.cells) })
  }
}

extension PixelSize {
  fileprivate func reaches(_ limit: PixelSize?) -> Bool {
    limit.map { width >= $0.width || height >= $0.height } ?? false
  }

  fileprivate func exceeds(_ window: PixelSize) -> Bool {
    window.area > 0 && (width > window.width || height > window.height)
  }
}
