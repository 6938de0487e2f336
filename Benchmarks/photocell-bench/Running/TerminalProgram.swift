import CPseudoTerminal
import Glibc
import Imaging

/// A program on a pseudo terminal; killed when this value is destroyed.
struct TerminalProgram: ~Copyable {
  /// The size of the terminal, in character cells.
  static let screen = CellSize(columns: 200, rows: 50)
  /// The timeout for required output.
  static let patience = Duration.seconds(30)

  private let master: Int32
  let process: pid_t
  let start: ContinuousClock.Instant

  /// Starts a program; `cell` is in pixels, nil for a terminal that does not report it.
  init(_ launch: Launch, cell: PixelSize? = nil) throws(BenchError) {
    var name = [CChar](repeating: 0, count: 128)
    let master = unsafe cpt_open(
      UInt16(Self.screen.columns), UInt16(Self.screen.rows), &name, name.count)
    guard master >= 0 else { throw .notStarted("a pseudo terminal", errno: errno) }
    let terminal = String(
      decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    if let cell { Self.setPixels(of: cell, on: master) }
    let start = ContinuousClock.now
    let process: pid_t
    do throws(BenchError) {
      process = try launch.start(at: terminal)
    } catch {
      close(master)
      throw error
    }
    self.master = master
    self.process = process
    self.start = start
  }

  private static func setPixels(of cell: PixelSize, on master: Int32) {
    var size = winsize(
      ws_row: UInt16(screen.rows), ws_col: UInt16(screen.columns),
      ws_xpixel: UInt16(screen.columns * cell.width), ws_ypixel: UInt16(screen.rows * cell.height))
    _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  deinit {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    close(master)
  }

  borrowing func type(_ keys: String) {
    _ = unsafe write(master, keys, keys.utf8.count)
  }

  /// Reads available bytes; nil after a timeout or when the program has ended.
  borrowing func read(
    within timeout: Duration, upTo limit: Int = 65536
  ) -> Recording.Chunk? {
    var state = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&state, 1, Int32(timeout.seconds * 1000)) == 1 else { return nil }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = unsafe max(0, Glibc.read(master, buffer.baseAddress, limit))
    }
    return bytes.isEmpty ? nil : Recording.Chunk(time: .now, bytes: bytes)
  }

  /// Reads until no output arrives for a while.
  borrowing func recordUntilQuiet(for silence: Duration = .milliseconds(400)) -> Recording {
    var recording = Recording(start: start)
    while let chunk = read(within: recording.isEmpty ? Self.patience : silence) {
      recording.add(chunk)
    }
    return recording
  }

  /// Reads until an update is complete; returns when its last byte was read.
  borrowing func awaitUpdate() throws(BenchError) -> ContinuousClock.Instant {
    var tail: [UInt8] = []
    while let chunk = read(within: Self.patience) {
      tail = (tail + chunk.bytes.suffix(Recording.updateEnd.count)).suffix(
        Recording.updateEnd.count)
      if tail == Recording.updateEnd { return chunk.time }
    }
    throw .silent("the end of an update")
  }
}
