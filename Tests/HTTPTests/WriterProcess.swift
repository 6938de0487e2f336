import Glibc
import TestSupport

/// Another process that writes to a cache.
final class WriterProcess {
  private let process: ChildProcess

  /// Starts it.
  ///
  /// `limit` is a command of the shell that limits what it may have, such as `ulimit -n 64`.
  init(folder: String, address: String, count: Int, width: Int, limit: String = ":") {
    process = ChildProcess(
      "\(limit) && exec \"$0\" \"$@\"",
      [ChildProcess.path(of: "CacheWriter"), folder, address, "\(count)", "\(width)"])
  }

  deinit {
    close(process.output)
  }

  /// Waits until so many more loads have ended, or all; returns how many.
  func wait(forLoads count: Int) -> Int { process.wait(forBytes: count) }

  /// Kills it in the middle of whatever it does.
  func kill() {
    process.kill()
  }

  /// Waits for its end.
  func end() {
    process.end()
  }
}
