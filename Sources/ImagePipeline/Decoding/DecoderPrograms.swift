internal import Base
package import DecoderProtocol
internal import Glibc
package import Imaging

package struct DecoderProgram: Hashable, Sendable {
  package let path: String
  package let arguments: [String]

  package init(path: String, arguments: [String] = []) {
    (self.path, self.arguments) = (path, arguments)
  }
}

package typealias DecoderPrograms = [DecoderRole: DecoderProgram]

extension DecoderPrograms {
  /// Beside the running program (build), else in `../libexec/photocell` (installed).
  ///
  /// `allowsUnsandboxed` lets them decode without the parts of the sandbox that are unavailable.
  package static func installed(allowsUnsandboxed: Bool = false) -> DecoderPrograms {
    guard let folder = OwnProgram.folder else { return [:] }
    let arguments = allowsUnsandboxed ? ["--allow-unsandboxed"] : []
    let programs = DecoderRole.allCases.compactMap { role in
      path(of: role, beside: folder).map {
        (role, DecoderProgram(path: $0, arguments: role.arguments + arguments))
      }
    }
    return Dictionary(uniqueKeysWithValues: programs)
  }

  private static func path(of role: DecoderRole, beside folder: String) -> String? {
    ["\(folder)/\(role.programName)", "\(folder)/../libexec/photocell/\(role.programName)"]
      .first { unsafe access($0, X_OK) == 0 }
  }
}

extension DecoderRole {
  fileprivate var programName: String {
    switch self {
    case .fast, .archive, .video: "photocell-decoder"
    case .vips, .drawing: "photocell-decoder-vips"
    }
  }

  fileprivate var arguments: [String] {
    switch self {
    case .fast, .vips: []
    case .drawing: ["--drawings"]
    case .archive: ["--archives"]
    case .video: ["--videos"]
    }
  }
}

package struct DecoderStatus: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    case notInstalled
    /// It could not be started, was not ready in time, or died too often.
    case unavailable
    case running(process: Int32, startUpTime: Duration, sandbox: Set<SandboxPart>)
  }

  package let role: DecoderRole
  package let path: String?
  package let state: State

  package init(role: DecoderRole, path: String?, state: State) {
    (self.role, self.path, self.state) = (role, path, state)
  }
}

/// Finds the shared libraries that a program needs and the system lacks.
package enum MissingLibraries {
  /// Asks the dynamic loader like ldd(1), without running the program; blocks briefly.
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
  package static func names(in text: String) -> [String] {
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
