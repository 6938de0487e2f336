import Glibc

/// Another process that writes to a cache.
final class WriterProcess {
  private let process: ChildProcess

  /// Starts it.
  ///
  /// `limit` is a command of the shell that limits what it may have, such as `ulimit -n 64`.
  init(folder: String, address: String, count: Int, width: Int, limit: String = ":") {
    process = ChildProcess(
      "\(limit) && exec \"$0\" \"$@\"", [Self.path, folder, address, "\(count)", "\(width)"])
  }

  deinit {
    close(process.output)
  }

  /// Waits until so many more loads have ended, or all; tells how many.
  func wait(forLoads count: Int) -> Int {
    var byte: UInt8 = 0
    for number in 0..<count {
      guard read(process.output, &byte, 1) == 1 else { return number }
    }
    return count
  }

  /// Kills it in the middle of whatever it does.
  func kill() {
    process.kill()
  }

  /// Waits for its end.
  func end() {
    process.end()
  }

  /// The program's path.
  static let path: String = {
    var target = [CChar](repeating: 0, count: 4_096)
    let length = readlink("/proc/self/exe", &target, target.count)
    let path = target.prefix(max(0, length)).map(UInt8.init(bitPattern:))
    let folder = path.prefix(path.lastIndex(of: UInt8(ascii: "/")) ?? 0)
    return String(decoding: folder, as: UTF8.self) + "/CacheWriter"
  }()
}
