import Glibc
package import Imaging

/// The size of a terminal as the kernel knows it.
package struct WindowSize: Hashable, Sendable {
  package let cells: CellSize
  /// Zero if the terminal does not report it.
  package let pixels: PixelSize

  package init(cells: CellSize, pixels: PixelSize) {
    self.cells = cells
    self.pixels = pixels
  }

  /// Nil if the descriptor is not a terminal, or one without a size.
  package init?(of descriptor: Int32) {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else {
      return nil
    }
    self.init(
      cells: CellSize(columns: Int(size.ws_col), rows: Int(size.ws_row)),
      pixels: PixelSize(width: Int(size.ws_xpixel), height: Int(size.ws_ypixel)))
  }

  /// The size of the controlling terminal, wherever input and output go; nil if there is none.
  package static var ofControllingTerminal: WindowSize? {
    let terminal = unsafe open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    return WindowSize(of: terminal)
  }

  package var hasPixels: Bool { pixels.width > 0 && pixels.height > 0 }

  /// The cell size in pixels, rounded down; nil if not reported or implausible.
  func cell(border: PixelSize = PixelSize(width: 0, height: 0)) -> PixelSize? {
    PixelSize(
      ofCellIn: PixelSize(
        width: pixels.width - border.width, height: pixels.height - border.height), cells: cells)
  }

  /// The pixels outside of all cells; zero if not reported.
  func border(aroundCellsOf cell: PixelSize) -> PixelSize {
    PixelSize(
      width: max(0, pixels.width - cell.width * cells.columns),
      height: max(0, pixels.height - cell.height * cells.rows))
  }
}
