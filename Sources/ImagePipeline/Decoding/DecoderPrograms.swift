internal import Base
package import DecoderProtocol
internal import Glibc
package import Imaging

package struct DecoderPrograms: Sendable {
  package struct Program: Hashable, Sendable {
    package let path: String
    package let arguments: [String]

    package init(path: String, arguments: [String] = []) {
      self.path = path
      self.arguments = arguments
    }
  }

  private let programs: [DecoderRole: Program]

  package init(_ programs: [DecoderRole: Program]) {
    self.programs = programs
  }

  /// Finds the programs beside the running one (build), then in `../libexec/photocell`
  /// (installed).
  ///
  /// `allowsUnsandboxed` lets them decode without the parts of the sandbox that are unavailable.
  package static func installed(allowsUnsandboxed: Bool = false) -> DecoderPrograms {
    guard let folder = OwnProgram.folder else { return DecoderPrograms([:]) }
    let arguments = allowsUnsandboxed ? ["--allow-unsandboxed"] : []
    let programs = DecoderRole.allCases.compactMap { role in
      path(of: role, beside: folder).map {
        (role, Program(path: $0, arguments: role.arguments + arguments))
      }
    }
    return DecoderPrograms(Dictionary(uniqueKeysWithValues: programs))
  }

  package subscript(role: DecoderRole) -> Program? { programs[role] }

  private static func path(of role: DecoderRole, beside folder: String) -> String? {
    ["\(folder)/\(role.programName)", "\(folder)/../libexec/photocell/\(role.programName)"]
      .first { unsafe access($0, X_OK) == 0 }
  }
}

extension DecoderRole {
  fileprivate var programName: String {
    switch self {
    case .fast: "photocell-decoder"
    case .vips, .drawing: "photocell-decoder-vips"
    }
  }

  fileprivate var arguments: [String] { self == .drawing ? ["--drawings"] : [] }
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
    self.role = role
    self.path = path
    self.state = state
  }
}
