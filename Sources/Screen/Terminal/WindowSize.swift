import Glibc
package import Imaging

/// The size of a terminal as the kernel knows it.
package struct WindowSize: Hashable, Sendable {
  /// The size in character cells.
  package let cells: CellSize
  /// The size in pixels; zero where the terminal does not say.
  package let pixels: PixelSize

  /// Makes a size that is already known.
  package init(cells: CellSize, pixels: PixelSize) {
    self.cells = cells
    self.pixels = pixels
  }

  /// Queries the kernel; nil if the descriptor is not a terminal, or one without a size.
  /// - Parameter descriptor: An open file descriptor.
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

  /// The size of the terminal that this process was started from, wherever its input and output go;
  /// nil where there is none.
  package static var ofControllingTerminal: WindowSize? {
    let terminal = unsafe open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    return WindowSize(of: terminal)
  }

  /// Whether the terminal says how large it is in pixels.
  package var hasPixels: Bool { pixels.width > 0 && pixels.height > 0 }

  /// The size of one character cell in pixels, rounded down; nil if the terminal does not report it, or
  /// reports something that no font has.
  /// - Parameter border: What of the pixels belongs to no cell.
  /// - Returns: The size of one cell.
  func cell(border: PixelSize = PixelSize(width: 0, height: 0)) -> PixelSize? {
    PixelSize(
      ofCellIn: PixelSize(
        width: pixels.width - border.width, height: pixels.height - border.height), cells: cells)
  }

  /// What of the pixels belongs to no cell, where one has some size; nothing where the terminal does not
  /// say how many there are.
  func border(aroundCellsOf cell: PixelSize) -> PixelSize {
    PixelSize(
      width: max(0, pixels.width - cell.width * cells.columns),
      height: max(0, pixels.height - cell.height * cells.rows))
  }
}
