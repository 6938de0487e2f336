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
  init(_ origin: some PhotoOrigin, on queue: WorkQueue = WorkQueue(label: "arguments")) {
    let sources = origin.arguments.map { GivenSource($0, providers: origin.providers) }
    let finding = Finding()
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
  /// Whether there may be nothing to show of it, as far as can be told without the disk.
  fileprivate var mayBeNothing: Bool {
    switch source {
    case .path, .feedFile, nil: true
    case .picture, .address, .provided, .list: false
    }
  }
}

/// An argument of the command line that should be a source of photos.
struct GivenSource {
  /// What it is; nil where it cannot be told.
  let source: PhotoSource?
  /// Why it cannot be told what it is, and never will be.
  let misreading: ArgumentProblem?

  /// Reads an argument, and asks nobody about it.
  init(_ argument: ByteString, providers: [any CatalogProvider]) {
    do throws(CatalogError) {
      source = try PhotoSource(argument: argument, providers: providers)
      misreading = nil
    } catch {
      source = nil
      misreading = ArgumentProblem(argument: argument, error: error)
    }
  }

  /// Why there is nothing to show of it now; nil where there may be something.
  ///
  /// It asks the disk and may block.
  var problem: ArgumentProblem? {
    switch source {
    case .path(let path), .feedFile(let path): FolderCatalog.problems(in: [path]).first
    case .picture, .address, .provided, .list: nil
    case nil: misreading
    }
  }
}
