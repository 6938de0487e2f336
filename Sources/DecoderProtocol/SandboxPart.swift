package enum SandboxPart: UInt8, CaseIterable, Hashable, Sendable, CustomStringConvertible {
  /// Limits of memory, processor time, files and descriptors (setrlimit(2)).
  case limits = 1
  /// No capabilities and privileges, and no inspection by other processes (capset(2), prctl(2)).
  case privileges = 2
  /// Files cannot be opened (Landlock).
  case files = 4
  /// System calls that decoding does not need kill the process (seccomp).
  case systemCalls = 8

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
  package init?(bits: UInt8) {
    self = Set(SandboxPart.allCases.filter { bits & $0.rawValue != 0 })
    guard self.bits == bits else { return nil }
  }

  package var bits: UInt8 { reduce(0) { $0 | $1.rawValue } }
}
