internal import Glibc

/// The programs that decode, by their role.
package struct DecoderPrograms: Sendable {
  /// A program and the arguments it is started with.
  package struct Program: Hashable, Sendable {
    /// The path of the program.
    package let path: String
    /// What follows its name.
    package let arguments: [String]

    /// Takes a path, and what the program is started with.
    package init(path: String, arguments: [String] = []) {
      self.path = path
      self.arguments = arguments
    }
  }

  private let programs: [DecoderRole: Program]

  /// Takes programs by their role; a role without one cannot decode.
  package init(_ programs: [DecoderRole: Program]) {
    self.programs = programs
  }

  /// Looks for the programs beside the running one, where a build puts them, and then in
  /// `../libexec/photocell`, where they are installed.
  /// - Parameter allowsUnsandboxed: Whether they may decode without parts of the sandbox that
  ///   cannot be had.
  /// - Returns: The programs that were found.
  package static func installed(allowsUnsandboxed: Bool = false) -> DecoderPrograms {
    guard let folder = folderOfProgram else { return DecoderPrograms([:]) }
    let arguments = allowsUnsandboxed ? ["--allow-unsandboxed"] : []
    let programs = DecoderRole.allCases.compactMap { role in
      path(of: role, beside: folder).map {
        (role, Program(path: $0, arguments: role.arguments + arguments))
      }
    }
    return DecoderPrograms(Dictionary(uniqueKeysWithValues: programs))
  }

  /// The program of a role; nil where there is none.
  package subscript(role: DecoderRole) -> Program? { programs[role] }

  private static func path(of role: DecoderRole, beside folder: String) -> String? {
    ["\(folder)/\(role.programName)", "\(folder)/../libexec/photocell/\(role.programName)"]
      .first { unsafe access($0, X_OK) == 0 }
  }

  private static var folderOfProgram: String? {
    guard let path = unsafe realpath("/proc/self/exe", nil) else { return nil }
    defer { unsafe free(path) }
    let program = unsafe String(cString: path)
    return program.lastIndex(of: "/").map { String(program[..<$0]) }
  }
}

extension DecoderRole {
  /// The name of the program.
  fileprivate var programName: String {
    switch self {
    case .fast: "photocell-decoder"
    case .vips, .drawing: "photocell-decoder-vips"
    }
  }

  /// What tells the program which of its roles it has.
  fileprivate var arguments: [String] { self == .drawing ? ["--drawings"] : [] }
}
