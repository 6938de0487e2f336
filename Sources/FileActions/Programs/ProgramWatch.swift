internal import Base
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
