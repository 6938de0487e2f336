package import Catalogs
package import ImagePipeline

/// A place in the grid that is reused for one photo after another.
///
/// ```swift
/// let cell = PhotoCell { mailbox.post(.redraw) }
/// cell.bind(request, loader: pipeline)  // a cached image is in cell.content at once
/// cell.bind(other, loader: pipeline)    // stale responses to the first request are dropped
/// ```
///
/// Every bind gives the cell a new view model and a new generation. Deliveries of an earlier view
/// model are dropped by their generation, however late they arrive, even if that view
/// model is retained elsewhere: the cell shows its own photo or none.
@MainActor
package final class PhotoCell {
  package private(set) var viewModel: PhotoViewModel?
  package private(set) var content = CellContent.empty
  package private(set) var staleDeliveryCount = 0

  private let delivery: DeliveryPolicy
  private let onChange: @MainActor () -> Void
  private var generation = 0

  /// `delivery` also applies to the view models; only the race demo has another one.
  package init(
    delivery: DeliveryPolicy = .currentGeneration, onChange: @escaping @MainActor () -> Void
  ) {
    self.delivery = delivery
    self.onChange = onChange
  }

  package var photo: Photo? { viewModel?.photo }

  /// The image that is shown and its request; nil while there is none.
  package var shownPicture: (ImageRequest, LoadedTile)? {
    guard case .picture(let tile) = content, let request = viewModel?.request else { return nil }
    return (request, tile)
  }

  /// A cached image is shown when this returns. No effect for the request already bound.
  package func bind(_ request: ImageRequest, loader: any ImageLoading) {
    guard viewModel?.request != request else { return }
    unbind()
    let new = PhotoViewModel(photo: request.photo, loader: loader, delivery: delivery)
    viewModel = new
    load(request, with: new)
  }

  package func reset() {
    guard let viewModel, let request = viewModel.request else { return }
    load(request, with: viewModel)
  }

  package func unbind() {
    generation += 1
    viewModel?.cancel()
    viewModel = nil
    content = .empty
  }

  private func load(_ request: ImageRequest, with viewModel: PhotoViewModel) {
    let generation = generation
    viewModel.load(request) { [weak self] content in
      self?.show(content, generation)
    }
  }

  private func show(_ content: CellContent, _ generation: Int) {
    guard delivery.accepts(generation, current: self.generation) else {
      staleDeliveryCount += 1
      return
    }
    self.content = content
    onChange()
  }
}

package enum DeliveryPolicy: Hashable, Sendable {
  case currentGeneration
  /// All, including stale ones: the bug that the race demo shows.
  case everything

  func accepts(_ generation: Int, current: Int) -> Bool {
    self == .everything || generation == current
  }
}
