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

  /// Width over height of one character cell; a half if the terminal does not report it, or reports
  /// something that no font has.
  package var cellAspect: Double {
    guard pixels.width > 0, pixels.height > 0 else { return Self.usualAspect }
    let width = Double(pixels.width / cells.columns)
    let height = Double(pixels.height / cells.rows)
    guard width > 0, height > 0, (0.25...1).contains(width / height) else {
      return Self.usualAspect
    }
    return width / height
  }

  /// Width over height of a character in most fonts.
  package static let usualAspect = 0.5
}
