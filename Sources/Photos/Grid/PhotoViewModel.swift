package import Catalog
import Concurrency
package import Pipeline

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

  /// The number of the last load, from 1; zero before the first.
  ///
  /// It goes up with every load; an answer counts only while its load's number is the current one.
  package private(set) var currentLoad = 0

  private let loader: any ImageLoading
  private let delivery: DeliveryPolicy
  private var deliver: (@MainActor (CellContent) -> Void)?
  private var task: Task<Void, Never>?

  /// Makes a view model that has not begun to load.
  /// - Parameters:
  ///   - photo: The photo it stands for.
  ///   - loader: What loads its picture.
  ///   - delivery: Which answers are accepted.
  package init(
    photo: Photo, loader: any ImageLoading, delivery: DeliveryPolicy
  ) {
    self.photo = photo
    self.loader = loader
    self.delivery = delivery
  }

  deinit {
    task?.cancel()
  }

  /// Loads the picture: a tile in memory is there when this returns, without a placeholder first, and
  /// where memory has one for another size or form only, a rough look at it.
  /// - Parameters:
  ///   - request: What to load.
  ///   - deliver: Is told the content now and whenever it changes, on the main actor.
  package func load(_ request: ImageRequest, deliver: @escaping @MainActor (CellContent) -> Void) {
    cancel()
    currentLoad += 1
    self.request = request
    self.deliver = deliver
    if let card = PhotoCard(of: photo) {
      content = .card(card)
      deliver(content)
      return
    }
    if let tile = loader.cachedTile(for: request) {
      content = .picture(tile)
      deliver(content)
      return
    }
    content = loader.standIn(for: request).map(CellContent.preview) ?? .placeholder
    deliver(content)
    task = listen(request, load: currentLoad)
  }

  /// Leaves the load; what it has shown stays.
  package func cancel() {
    task?.cancel()
    task = nil
  }

  /// Receives an answer: the single entry point, wherever answers come from and however late.
  /// - Parameters:
  ///   - response: The answer.
  ///   - load: The number of the load that it answers.
  package func receive(_ response: ImageResponse, ofLoad load: Int) {
    guard delivery.accepts(load, current: currentLoad) else {
      staleResponseCount += 1
      return
    }
    guard let next = content.followed(by: response) else { return }
    content = next
    deliver?(content)
  }

  private func listen(_ request: ImageRequest, load: Int) -> Task<Void, Never> {
    Task.immediate { [weak self, loader] in
      let responses = await loader.responses(for: request)
      await withTaskExecutorPreference(WorkExecutor.forTasks) {
        for await response in responses {
          self?.receive(response, ofLoad: load)
        }
      }
    }
  }
}
