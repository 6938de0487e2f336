import CPseudoTerminal
import Glibc
import TestSupport

/// A terminal that a test plays itself: it reads every byte that the program writes and chooses its
/// replies.
///
/// The program is killed when this object is released.
final class PlayedTerminal {
  /// The folder for everything that the program leaves behind.
  let home = TemporaryFolder()
  /// Everything that the program has written.
  private(set) var output = ""
  /// The same as bytes, in which no character is split between two reads.
  private(set) var bytes: [UInt8] = []
  /// Whether it replies to status queries (DSR 5), as terminals do.
  var repliesToStatusQueries = false
  private let near: Int32
  private let process: pid_t

  /// The awaited text was not written, or the program did not start.
  struct NotSeen: Error {
    let output: String
  }

  /// Starts the program at 80 by 24 character cells.
  /// - Parameters:
  ///   - arguments: Its arguments, separated by blanks; the demo photos follow.
  ///   - hasPhotos: Whether the demo photos follow.
  ///   - variables: The variables about the terminal; all others are as a user has them.
  /// - Throws: `NotSeen` if it does not start.
  init(_ arguments: String, hasPhotos: Bool = true, variables: [String: String]) throws {
    var name = [CChar](repeating: 0, count: 128)
    near = cpt_open(80, 24, &name, name.count)
    var words = [TestedProgram.path] + arguments.split(separator: " ").map(String.init)
    if hasPhotos { words.append(TestedProgram.photos) }
    let usual = TestedProgram.environment(home: home.path)
      .filter { !$0.hasPrefix("TERM=") && !$0.hasPrefix("COLORTERM=") }
    var list = words.map { strdup($0) } + [nil]
    var environment = (usual + variables.map { "\($0.key)=\($0.value)" }).map { strdup($0) } + [nil]
    defer { (list + environment).forEach { free($0) } }
    process = near < 0 ? -1 : cpt_spawn(&list, &environment, name)
    guard process > 0 else { throw NotSeen(output: "") }
  }

  deinit {
    if near >= 0 { close(near) }
    guard process > 0 else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    removeSharedMemory()
  }

  /// Removes the shared memory of the query that was pending when the program was killed.
  private func removeSharedMemory() {
    let command = "rm -f /dev/shm/photocell-\(process)-*"
    _ = try? ProgramRun(["sh", "-c", command], environment: TestedProgram.environment(home: "/"))
  }

  /// Sends a reply of the terminal, or typed keys.
  func send(_ text: String) {
    _ = write(near, text, text.utf8.count)
  }

  /// Sends the program a signal.
  func signal(_ number: Int32) {
    kill(process, number)
  }

  /// Resizes the terminal; without `pixels` the kernel does not know its size in pixels.
  func resize(columns: UInt16, rows: UInt16, pixels: (width: UInt16, height: UInt16)? = nil) {
    var size = winsize(
      ws_row: rows, ws_col: columns, ws_xpixel: pixels?.width ?? 0, ws_ypixel: pixels?.height ?? 0)
    _ = ioctl(near, UInt(TIOCSWINSZ), &size)
  }

  /// Reads until a text has been written after an offset, five minutes at most.
  /// - Returns: The output after that offset.
  /// - Throws: `NotSeen` if it is not written.
  @discardableResult
  func wait(for text: String, after start: Int = 0) throws -> Substring {
    let deadline = Deadline(after: .seconds(300))
    var searched = start
    // Megabytes of an image arrive in pieces of four kilobytes: only new bytes are searched.
    while !contains(text, after: max(start, searched - text.utf8.count + 1)) {
      searched = place
      guard read(before: deadline) else { throw NotSeen(output: output) }
    }
    return written(after: start)
  }

  /// Compares bytes: a placeholder with its diacritics is one `Character`, which its first scalar alone does not equal.
  private func contains(_ text: String, after start: Int) -> Bool {
    let pattern = Array(text.utf8)
    return output.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.dropFirst(start).firstRange(of: pattern) != nil
    } ?? false
  }

  /// Reads until the program has ended, five minutes at most.
  func waitForEnd() {
    let deadline = Deadline(after: .seconds(300))
    while read(before: deadline) {}
  }

  /// Whether the terminal echoes keys and buffers lines until they are complete.
  var isCooked: Bool {
    var modes = termios()
    let flags = tcflag_t(ECHO | ICANON)
    return tcgetattr(near, &modes) == 0 && modes.c_lflag & flags == flags
  }

  /// The number of bytes written so far.
  var place: Int { output.utf8.count }

  /// The output after an offset.
  func written(after start: Int) -> Substring { Substring(output.utf8.dropFirst(start)) }

  private func read(before deadline: Deadline) -> Bool {
    var state = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
    guard poll(&state, 1, deadline.millisecondsLeft) == 1 else { return false }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(near, &piece, piece.count)
    guard count > 0 else { return false }
    let start = max(0, bytes.count - 3)
    bytes += piece.prefix(count)
    if repliesToStatusQueries {
      for _ in bytes[start...].ranges(of: Array("\u{1B}[5n".utf8)) { send("\u{1B}[0n") }
    }
    // Characters may be cut between two readings; those of escape sequences are not.
    output += String(decoding: piece.prefix(count), as: UTF8.self)
    return true
  }
}
