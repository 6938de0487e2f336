import ImagePipeline
import Photos
import Synchronization

@MainActor
protocol RacingCell: AnyObject {
  var content: CellContent { get }

  /// Shows and loads a photo, again if it is the same; returns the path of this load's response.
  func load(_ request: ImageRequest, from loader: DelayedLoader) -> AnswerPath
}

/// Delivers a response, however late, to the cell that requested it.
typealias AnswerPath = @MainActor (ImageResponse) -> Void

/// The typical naive reused cell, which shows every response.
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

extension PhotoCell: RacingCell {
  /// Binds, or resets if the photo is bound already; the response goes to the requesting view
  /// model.
  ///
  /// The path keeps that view model alive, as a shared load may: the cell must not be protected by
  /// its deallocation.
  func load(_ request: ImageRequest, from loader: DelayedLoader) -> AnswerPath {
    if viewModel?.request == request { reset() } else { bind(request, loader: loader) }
    guard let viewModel else { return { _ in } }
    let load = viewModel.currentLoad
    return { viewModel.receive($0, ofLoad: load) }
  }
}

/// A loader that counts requests; the race delivers the responses in virtual time.
///
/// Streams end without a response, since the demo delivers responses even to cancelled loads.
final class DelayedLoader: ImageLoading {
  private let count = Mutex(0)

  var requestCount: Int { count.withLock { $0 } }

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

  func prioritise(_ requests: [ImageRequest], focused focusedCount: Int, visible visibleCount: Int)
  {}
}
