package import Base
import Glibc
import Synchronization

@MainActor
package final class ProgramWatch {
  private final class News: Sendable {
    let changes = Mutex<[(number: Int, change: ProgramChange)]>([])
  }

  private let queue = WorkQueue(label: "programs")
  private let news = News()
  private let signal = WakeSignal()
  private var watch: MainLoopWatch?
  private var listeners: [Int: (ProgramChange) -> Void] = [:]
  private var lastNumber = 0

  package init() {}

  /// Starts a program, made on a thread that may block, and calls `onChange` with each change. The
  /// streams must stay open until it has ended.
  package func run(
    _ program: @escaping Program.Maker, on streams: ProgramStreams,
    onChange: @escaping (ProgramChange) -> Void
  ) {
    guard let signal else { return onChange(.ended(.notStarted(SystemError(EMFILE)))) }
    watch = watch ?? MainLoop.watch(signal.number) { [weak self] in self?.notifyListeners() }
    lastNumber += 1
    let number = lastNumber
    listeners[number] = onChange
    let isTaken = queue.start { [news] in
      Self.run(program, on: streams) { change in
        news.changes.withLock { $0.append((number, change)) }
        signal.give()
      }
    }
    guard !isTaken else { return }
    listeners[number] = nil
    onChange(.ended(.notStarted(SystemError(EAGAIN))))
  }

  private nonisolated static func run(
    _ program: Program.Maker, on streams: ProgramStreams,
    onChange: (ProgramChange) -> Void
  ) {
    do throws(SystemError) {
      let process = try program().start(on: streams)
      onChange(.started(process))
      while true {
        let change = ProgramChange.next(of: process)
        onChange(change)
        if case .ended = change { return }
      }
    } catch {
      onChange(.ended(.notStarted(error)))
    }
  }

  private func notifyListeners() {
    signal?.takeBack()
    let changes = news.changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
    for (number, change) in changes {
      let listener = listeners[number]
      if case .ended = change { listeners[number] = nil }
      listener?(change)
    }
  }
}

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
