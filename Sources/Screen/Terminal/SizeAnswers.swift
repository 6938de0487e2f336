package import Imaging

/// What a terminal has answered about its window, each nil where it has not.
package struct SizeAnswers: Hashable, Sendable {
  /// The size of a character cell in pixels (xterm, Control Sequences, XTWINOPS 16).
  package var cell: PixelSize?
  /// The size in pixels of the area for text (XTWINOPS 14).
  package var textArea: PixelSize?
  /// The size in pixels of the area for sixels (XTSMGRAPHICS).
  package var sixelArea: PixelSize?

  /// Makes answers of which none has come.
  package init() {}

  /// Makes the answer of a cell's size.
  init(cell: PixelSize?) {
    self.cell = cell
  }

  /// Whether there are none.
  var isEmpty: Bool { self == SizeAnswers() }

  /// The size of a character cell in pixels; nil where no answer tells, or none that can be.
  /// - Parameters:
  ///   - window: The window that the answers are about.
  ///   - limit: The size of the largest sixel image, which says nothing about the window.
  /// - Returns: The size of one cell.
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

  /// Whether it is larger than a window whose size is known.
  fileprivate func exceeds(_ window: PixelSize) -> Bool {
    window.area > 0 && (width > window.width || height > window.height)
  }
}
