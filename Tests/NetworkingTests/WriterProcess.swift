import Glibc

/// Another process that writes to a cache.
final class WriterProcess {
  private var process = pid_t()
  private let output: Int32

  /// Starts it.
  ///
  /// `limit` is a command of the shell that limits what it may have, such as `ulimit -n 64`.
  init(folder: String, address: String, count: Int, width: Int, limit: String = ":") {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    let script = "\(limit) && exec \"$0\" \"$@\""
    let words = ["sh", "-c", script, Self.path, folder, address, "\(count)", "\(width)"]
    var arguments = words.map { (word: String) in strdup(word) } + [nil]
    posix_spawn(&process, "/bin/sh", &actions, nil, &arguments, environ)
    arguments.forEach { free($0) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    output = ends[0]
  }

  deinit {
    close(output)
  }

  /// Waits until so many more loads have ended, or all; tells how many.
  func wait(forLoads count: Int) -> Int {
    var byte: UInt8 = 0
    for number in 0..<count {
      guard read(output, &byte, 1) == 1 else { return number }
    }
    return count
  }

  /// Kills it in the middle of whatever it does.
  func kill() {
    Glibc.kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  /// Waits for its end.
  func end() {
    waitpid(process, nil, 0)
  }

  private static let path: String = {
    var target = [CChar](repeating: 0, count: 4_096)
    let length = readlink("/proc/self/exe", &target, target.count)
    let path = target.prefix(max(0, length)).map(UInt8.init(bitPattern:))
    let folder = path.prefix(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)
    return String(decoding: folder, as: UTF8.self) + "/CacheWriter"
  }()
}
