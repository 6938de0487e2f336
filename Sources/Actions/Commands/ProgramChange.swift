import Glibc
package import Values

/// What becomes of a program.
package enum ProgramChange: Hashable, Sendable {
  /// It runs, as the process that its group is called after.
  case started(Int32)
  /// It was stopped, as by Ctrl-Z.
  case stopped
  /// It is over: the last that is heard of it.
  case ended(ProgramEnd)

  /// Waits until a process that we have started stops or ends; blocks.
  static func next(of process: Int32) -> ProgramChange {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, WUNTRACED) < 0 {
      guard errno == EINTR else { return .ended(.notStarted(.last)) }
    }
    if status & 0xFF == 0x7F { return .stopped }
    let signal = status & 0x7F
    return .ended(signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal))
  }
}

extension SystemError {
  /// Why a program is not started whose files are not what was shown.
  package static let changedOnDisk = SystemError(ESTALE)
}

/// How a program has ended.
package enum ProgramEnd: Hashable, Sendable {
  /// By itself, with an exit code.
  case exited(Int32)
  /// By a signal.
  case killed(Int32)
  /// It could not be started.
  case notStarted(SystemError)

  /// Whether it has done what it was to do.
  package var isSuccess: Bool { self == .exited(0) }
}

extension ProgramEnd: CustomStringConvertible {
  /// What is to be said of it, to stand behind a name: `exit code 3`.
  package var description: String {
    switch self {
    case .exited(let code): "exit code \(code)"
    case .killed(let signal):
      "ended by signal \(signal)"
        + (unsafe strsignal(signal).map { unsafe ", \(String(cString: $0).lowercased())" } ?? "")
    case .notStarted(let error) where error.number == E2BIG:
      "these are too many photos for one command"
    case .notStarted(.changedOnDisk):
      "photos are not what was shown any more: they changed on disk, and nothing was run"
    case .notStarted(let error): "could not be started: \(error)"
    }
  }
}
