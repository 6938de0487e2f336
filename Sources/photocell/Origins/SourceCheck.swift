import Base
import Catalogs
import DecoderProtocol
import Dispatch
import ImagePipeline
import Imaging
import Synchronization

/// Checks paths on a thread: a hanging disk must not delay the screen or the keyboard.
struct SourceCheck {
  /// Far longer than a working disk needs.
  private static let patience = DispatchTimeInterval.milliseconds(200)

  private final class Finding: Sendable {
    let problems = Mutex<[ArgumentProblem]?>(nil)
    let isThere = DispatchSemaphore(value: 0)
  }

  private let finding: Finding?

  /// Starts the check if every argument is a path, so that all might be missing.
  init(_ origin: some PhotoOrigin, on queue: WorkQueue = WorkQueue(label: "arguments")) {
    let providers = origin.providers
    let sources = origin.arguments.map { GivenSource($0, providers: providers) }
    let finding = Finding()
    guard sources.allSatisfy(\.mayBeNothing) else {
      self.finding = nil
      return
    }
    let hasBegun = queue.start {
      // Stops at the first that exists: a thousand files are not all checked.
      let isHopeless = sources.allSatisfy { $0.problem != nil }
      let problems = isHopeless ? sources.compactMap(\.problem) : nil
      finding.problems.withLock { $0 = problems }
      finding.isThere.signal()
    }
    self.finding = hasBegun ? finding : nil
  }

  /// Nil if a source may be shown, or if the disk does not respond in time.
  func problemsOfAll() -> [ArgumentProblem]? {
    guard let finding, finding.isThere.wait(timeout: .now() + Self.patience) == .success else {
      return nil
    }
    return finding.problems.withLock { $0 }
  }
}

extension GivenSource {
  /// Whether only the disk can tell if the source exists.
  fileprivate var mayBeNothing: Bool {
    switch source {
    case .path, .feedFile, nil: true
    case .picture, .address, .provided, .list: false
    }
  }
}

struct GivenSource {
  let source: PhotoSource?
  let misreading: ArgumentProblem?

  /// Parses an argument without any I/O.
  init(_ argument: ByteString, providers: [any CatalogProvider]) {
    do throws(CatalogError) {
      source = try PhotoSource(argument: argument, providers: providers)
      misreading = nil
    } catch {
      source = nil
      misreading = ArgumentProblem(argument: argument, error: error)
    }
  }

  /// Why nothing can be shown now; reads the disk and may block.
  var problem: ArgumentProblem? {
    switch source {
    case .path(let path): FolderCatalog.problems(in: [path]).first ?? Self.formatProblem(path)
    case .feedFile(let path): FolderCatalog.problems(in: [path]).first
    case .picture, .address, .provided, .list: nil
    case nil: misreading
    }
  }

  /// For a file with neither the name nor the content of an image.
  ///
  /// Nil for a damaged photo, or one that is still being written: its cell says what is wrong.
  private static func formatProblem(_ path: ByteString) -> ArgumentProblem? {
    guard PictureFormat(fileName: path.bytes) == nil, let file = try? OpenPhoto(path: path.bytes)
    else { return nil }
    do throws(DecodingError) {
      _ = try file.format()
      return nil
    } catch {
      guard [.refused(.notAnImage), .refused(.empty)].contains(error) else { return nil }
      return ArgumentProblem(argument: path, error: .notAnImage)
    }
  }
}
