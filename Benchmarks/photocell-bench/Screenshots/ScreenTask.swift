import Glibc
import Imaging
import Terminal

/// What `make terminals` has this program do.
enum ScreenTask {
  /// Makes photos as cameras write them.
  case photos(folder: String, count: Int)
  /// Prints the size of the terminal: columns, rows, and width and height in pixels, which are zero where
  /// it does not say.
  case window
  /// Compares the photos on a screen with the photos themselves.
  case quality(ScreenQuality)

  /// Reads the arguments; nil where they ask for something else.
  init?(_ arguments: some Collection<String>) {
    let arguments = Array(arguments)
    switch (arguments.first, arguments.count) {
    case ("--camera-photos"?, 3):
      self = .photos(folder: arguments[1], count: Int(arguments[2]) ?? 0)
    case ("--window"?, 1): self = .window
    case ("--screen-quality"?, 5):
      self = .quality(
        ScreenQuality(
          screenshot: arguments[1], window: arguments[2], photos: arguments[3],
          folder: arguments[4]))
    default: return nil
    }
  }

  /// Does it.
  /// - Parameter programs: The folder of this program.
  /// - Returns: False where what was measured is not good enough.
  /// - Throws: `BenchError`.
  func perform(programs: String) throws(BenchError) -> Bool {
    switch self {
    case .photos(let folder, let count):
      let size = PixelSize(width: 4000, height: 3000)
      try PhotoFolder(Stage(programs: programs, workshop: folder)).write(
        count, of: size, to: folder)
    case .window:
      guard let window = WindowSize(of: STDIN_FILENO) else {
        throw .file("the size of the terminal", errno: errno)
      }
      print(window.cells.columns, window.cells.rows, window.pixels.width, window.pixels.height)
    case .quality(let quality):
      return try quality.measure()
    }
    return true
  }
}
