import Grid
import Pipeline
import Synchronization

/// A cell of either side, as the race sees it.
@MainActor
protocol RacingCell: AnyObject {
  /// What the cell shows.
  var content: CellContent { get }

  /// Shows a photo from now on and begins to load it; again, where it is the photo already.
  /// - Parameters:
  ///   - request: What to load.
  ///   - loader: What is asked for it.
  /// - Returns: The way of the answer to this load, open however late it comes.
  func load(_ request: ImageRequest, from loader: DelayedLoader) -> AnswerPath
}

/// How an answer reaches the cell that asked for it.
typealias AnswerPath = @MainActor (ImageResponse) -> Void

/// A reused cell as it is often written: whatever answer comes, it shows.
@MainActor
final class NaiveCell: RacingCell {
  private(set) var content = CellContent.empty
  private let onChange: @MainActor () -> Void

  init(onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
  }

  func load(_ request: ImageRequest, from loader: DelayedLoader) -> AnswerPath {
    loader.note(request)
    content = .placeholder
    onChange()
    return { [weak self] response in self?.show(response) }
  }

  private func show(_ response: ImageResponse) {
    content = CellContent(response)
    onChange()
  }
}

/// The browser's own cell takes part as it is.
extension PhotoCell: RacingCell {
  /// Binds, or where the photo is bound already resets; the answer goes to the view model that asked.
  ///
  /// The path keeps that view model alive, as a shared load may: its going must not be what saves
  /// the cell.
  func load(_ request: ImageRequest, from loader: DelayedLoader) -> AnswerPath {
    if viewModel?.request == request { reset() } else { bind(request, loader: loader) }
    guard let viewModel else { return { _ in } }
    let load = viewModel.currentLoad
    return { viewModel.receive($0, ofLoad: load) }
  }
}

/// A loader that counts what it is asked, and whose answers the race brings in virtual time.
///
/// Its streams end without an answer: an answer of the demo is on its way whether or not somebody
/// still listens, and reaches the view model when its time has come.
final class DelayedLoader: ImageLoading {
  private let count = Mutex(0)

  /// How many requests have been made.
  var requestCount: Int { count.withLock { $0 } }

  /// Counts a request that is made without waiting for a stream.
  func note(_ request: ImageRequest) {
    count.withLock { $0 += 1 }
  }

  func cachedTile(for request: ImageRequest) -> LoadedTile? { nil }

  func responses(for request: ImageRequest) async -> AsyncStream<ImageResponse> {
    note(request)
    return AsyncStream { $0.finish() }
  }

  func retryFailures() {}

  func forgetChanged(among shown: [ImageRequest: LoadedTile]) async -> Set<ImageRequest> { [] }

  func prioritise(_ requests: [ImageRequest], awaiting awaitedCount: Int, seen seenCount: Int) {}
}
