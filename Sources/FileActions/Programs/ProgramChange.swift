package import Base
import Glibc

package enum ProgramChange: Hashable, Sendable {
  /// The process id, which is also the process group id.
  case started(Int32)
  case stopped
  case ended(ProgramEnd)

  /// Blocks.
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
  /// The program was not started because its files differ from those shown.
  package static let changedOnDisk = SystemError(ESTALE)
}

package enum ProgramEnd: Hashable, Sendable {
  case exited(Int32)
  case killed(Int32)
  case notStarted(SystemError)

  package var isSuccess: Bool { self == .exited(0) }
}

extension ProgramEnd: CustomStringConvertible {
  /// A phrase that follows a name: `exit code 3`.
  package var description: String {
    switch self {
    case .exited(127): "command not found"
    case .exited(let code): "exit code \(code)"
    case .killed(let signal):
      "ended by signal \(signal)"
        + (unsafe strsignal(signal).map { unsafe ", \(String(cString: $0).lowercased())" } ?? "")
    case .notStarted(let error) where error.number == E2BIG:
      "too many photos for one command"
    case .notStarted(.changedOnDisk):
      "not run, as photos changed on disk"
    case .notStarted(let error): "could not be started: \(error)"
    }
  }
}
