/// A part of the sandbox that every picture is decoded in.
package enum SandboxPart: UInt8, CaseIterable, Hashable, Sendable {
  /// Limits of memory, processor time, files and descriptors (setrlimit(2)).
  case limits = 1
  /// No capabilities, no new privileges, and no other process may look inside (capset(2), prctl(2)).
  case privileges = 2
  /// No file can be opened (Landlock).
  case files = 4
  /// System calls that decoding does not need kill the process (seccomp).
  case systemCalls = 8
}

extension SandboxPart: CustomStringConvertible {
  /// What people who know systems call it.
  package var description: String {
    switch self {
    case .limits: "resource limits"
    case .privileges: "no new privileges"
    case .files: "Landlock"
    case .systemCalls: "seccomp"
    }
  }
}

extension Set<SandboxPart> {
  /// The parts whose bits are set; nil where there are others.
  package init?(bits: UInt8) {
    self = Set(SandboxPart.allCases.filter { bits & $0.rawValue != 0 })
    guard self.bits == bits else { return nil }
  }

  /// One bit for each part.
  package var bits: UInt8 { reduce(0) { $0 | $1.rawValue } }
}
