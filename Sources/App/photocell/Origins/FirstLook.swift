import Catalog
import Concurrency
import Dispatch
import Synchronization
import Values

/// A look at what was named on the command line, on a thread of its own: a disk that has stopped would
/// keep the screen from opening, and the keys from being read.
struct FirstLook {
  /// How long disks are waited for: those that answer have done so long before.
  private static let patience = DispatchTimeInterval.milliseconds(200)

  private final class Finding: Sendable {
    let problems = Mutex<[ArgumentProblem]?>(nil)
    let isThere = DispatchSemaphore(value: 0)
  }

  /// What the thread finds; nil where there is none.
  private let finding: Finding?

  /// Begins to look, where only the disk can tell whether there is anything.
  init(_ arguments: [ByteString], on queue: WorkQueue = WorkQueue(label: "arguments")) {
    let (sources, finding) = (arguments.map(GivenSource.init), Finding())
    guard sources.allSatisfy(\.mayBeNothing) else {
      self.finding = nil
      return
    }
    let hasBegun = queue.start {
      // The first that is there decides: a thousand files are not all looked at.
      let isHopeless = sources.allSatisfy { $0.problem != nil }
      let problems = isHopeless ? sources.compactMap(\.problem) : nil
      finding.problems.withLock { $0 = problems }
      finding.isThere.signal()
    }
    self.finding = hasBegun ? finding : nil
  }

  /// Why there is nothing to show of any source; nil where there may be something, or where a disk does
  /// not say in time.
  func problemsOfAll() -> [ArgumentProblem]? {
    guard let finding, finding.isThere.wait(timeout: .now() + Self.patience) == .success else {
      return nil
    }
    return finding.problems.withLock { $0 }
  }
}

extension GivenSource {
  /// Tells whether there may be nothing to show of it, as far as can be told without the disk.
  fileprivate var mayBeNothing: Bool {
    switch source {
    case .path, .feedFile, nil: true
    case .picture, .address, .list: false
    }
  }
}
