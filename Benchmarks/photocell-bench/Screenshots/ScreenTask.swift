import Glibc
import Imaging
import Terminal

/// A mode used by `make terminals`.
enum ScreenTask {
  case photos(folder: String, count: Int)
  /// Prints columns, rows, and width and height in pixels, which are zero if unknown.
  case window
  case quality(ScreenQuality)

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

  /// Performs the task; false if the measured quality is insufficient.
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
