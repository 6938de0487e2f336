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
    let programs = DecoderRole.allCases.compactMap { role -> (DecoderRole, DecoderProgram)? in
      let (name, options) = role.command
      let places: [String] = ["\(folder)/\(name)", "\(folder)/../libexec/photocell/\(name)"]
      let path = places.first { unsafe access($0, X_OK) == 0 }
      return path.map { (role, DecoderProgram(path: $0, arguments: options + arguments)) }
    }
    return Dictionary(uniqueKeysWithValues: programs)
  }
}

extension DecoderRole {
  fileprivate var command: (name: String, arguments: [String]) {
    switch self {
    case .fast: ("photocell-decoder", [])
    case .archive: ("photocell-decoder", ["--archives"])
    case .video: ("photocell-decoder", ["--videos"])
    case .vips: ("photocell-decoder-vips", [])
    case .drawing: ("photocell-decoder-vips", ["--drawings"])
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
    guard var output = SocketPair(.stream),
      let process = ProgramStart.start(
        path, environment: ["LD_TRACE_LOADED_OBJECTS=1"], passing: output.far, as: STDOUT_FILENO)
    else { return [] }
    output.closeFar()
    var bytes: [UInt8] = []
    while let piece = output.near.receive(atMost: 4096), !piece.isEmpty { bytes += piece }
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
