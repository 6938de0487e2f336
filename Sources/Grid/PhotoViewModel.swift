package import Catalog
package import Pipeline
import Threading

/// What one cell shows now: one photo, and how far its picture is.
///
/// A cell gets a new view model at every bind. The view model may load more than once, when the
/// terminal is resized or the picture is reset; answers to an earlier load are dropped. It does not
/// rely on cancellation for that: an answer that was on its way when the load was cancelled arrives
/// all the same.
@MainActor
package final class PhotoViewModel {
  /// The photo it stands for, for good.
  package let photo: Photo
  /// How far the picture is.
  package private(set) var content = CellContent.placeholder
  /// What is loaded, or was; none before the first load.
  package private(set) var request: ImageRequest?
  /// The answers to earlier loads that were dropped.
  package private(set) var staleResponseCount = 0

  private let loader: any ImageLoading
  /// Goes up with every load; an answer counts only while its load's number is the current one.
  private var generation = 0
  private var task: Task<Void, Never>?

  /// Makes a view model that has not begun to load.
  package init(photo: Photo, loader: any ImageLoading) {
    self.photo = photo
    self.loader = loader
  }

  deinit {
    task?.cancel()
  }

  /// Loads the picture: a tile in memory is there when this returns, without a placeholder first.
  /// - Parameters:
  ///   - request: What to load.
  ///   - deliver: Is told the content now and whenever it changes, on the main actor.
  package func load(_ request: ImageRequest, deliver: @escaping @MainActor (CellContent) -> Void) {
    cancel()
    generation += 1
    self.request = request
    if let tile = loader.cachedTile(for: request) {
      content = .picture(tile)
      deliver(content)
      return
    }
    content = .placeholder
    deliver(content)
    task = listen(request, generation, deliver)
  }

  /// Leaves the load; what it has shown stays.
  package func cancel() {
    task?.cancel()
    task = nil
  }

  private func listen(
    _ request: ImageRequest, _ generation: Int,
    _ deliver: @escaping @MainActor (CellContent) -> Void
  ) -> Task<Void, Never> {
    Task.immediate { [weak self, loader] in
      let responses = await loader.responses(for: request)
      await withTaskExecutorPreference(WorkExecutor.forTasks) {
        for await response in responses {
          self?.receive(response, generation, deliver)
        }
      }
    }
  }

  private func receive(
    _ response: ImageResponse, _ generation: Int, _ deliver: @MainActor (CellContent) -> Void
  ) {
    guard generation == self.generation else {
      staleResponseCount += 1
      return
    }
    content = CellContent(response)
    deliver(content)
  }
}
