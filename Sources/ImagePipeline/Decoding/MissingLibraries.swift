internal import Base
internal import Glibc

/// Finds the shared libraries that a program needs and the system lacks.
package enum MissingLibraries {
  /// Asks the dynamic loader, like ldd(1), without running the program; blocks for a few
  /// milliseconds.
  ///
  /// Returns names such as `libvips.so.42`; empty if all are there or that is unknown.
  package static func of(_ path: String) -> [String] {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { return [] }
    let input = Descriptor(taking: ends[0])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let process = ProgramStart.start(
      path, environment: ["LD_TRACE_LOADED_OBJECTS=1"], passing: ends[1], as: STDOUT_FILENO)
    close(ends[1])
    guard let process else { return [] }
    var bytes: [UInt8] = []
    while case let piece = input.receiveFromPipe(), !piece.isEmpty { bytes += piece }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    return names(in: String(decoding: bytes, as: UTF8.self))
  }

  /// Parses a line `libvips.so.42 => not found` for each.
  static func names(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.dropFirst() == ["=>", "not", "found"] ? String(words[0]) : nil
    }
  }
}

extension Descriptor {
  /// Waits for data; empty at the end.
  fileprivate borrowing func receiveFromPipe() -> [UInt8] {
    var length = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      repeat {
        length = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
      } while length < 0 && errno == EINTR
      count = max(0, length)
    }
    return bytes
  }
}
