import Base
package import Catalogs
package import ImagePipeline

/// Loads the image of one photo for one cell, again when it is reset. Responses to an earlier load
/// are dropped without relying on cancellation: one in flight when its load is cancelled arrives.
@MainActor
package final class PhotoViewModel {
  package let photo: Photo
  package private(set) var content = CellContent.placeholder
  package private(set) var request: ImageRequest?
  package private(set) var staleResponseCount = 0

  /// Incremented by every load; only responses to the current load count.
  package private(set) var currentLoad = 0

  private let loader: any ImageLoading
  private let delivery: DeliveryPolicy
  private var deliver: (@MainActor (CellContent) -> Void)?
  private var task: Task<Void, Never>?

  package init(photo: Photo, loader: any ImageLoading, delivery: DeliveryPolicy) {
    self.photo = photo
    self.loader = loader
    self.delivery = delivery
  }

  deinit {
    task?.cancel()
  }

  /// A cached tile is delivered before this returns, without a placeholder; one for another size or
  /// form as a preview. `deliver` is called on the main actor, now and at every change.
  package func load(_ request: ImageRequest, deliver: @escaping @MainActor (CellContent) -> Void) {
    cancel()
    currentLoad += 1
    self.request = request
    self.deliver = deliver
    let final =
      PhotoCard(of: photo).map(CellContent.card)
      ?? loader.cachedTile(for: request).map(CellContent.picture)
    content = final ?? loader.placeholder(for: request).map(CellContent.preview) ?? .placeholder
    deliver(content)
    guard final == nil else { return }
    let load = currentLoad
    task = Task.immediate { [weak self, loader] in
      let responses = await loader.responses(for: request)
      await withTaskExecutorPreference(WorkExecutor.forTasks) {
        for await response in responses {
          self?.receive(response, ofLoad: load)
        }
      }
    }
  }

  package func cancel() {
    task?.cancel()
    task = nil
  }

  /// The only entry point for responses, however late they arrive.
  package func receive(_ response: ImageResponse, ofLoad load: Int) {
    guard delivery.accepts(load, current: currentLoad) else {
      staleResponseCount += 1
      return
    }
    guard let next = content.followed(by: response) else { return }
    content = next
    deliver?(content)
  }
}
