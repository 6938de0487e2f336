package import Catalog
package import Pipeline

/// A place in the grid that is reused for one photo after another.
///
/// ```swift
/// let cell = PhotoCell { mailbox.post(.redraw) }
/// cell.bind(request, loader: manager)  // a picture in memory is in cell.content at once
/// cell.bind(other, loader: manager)    // whatever still comes for the first is dropped
/// ```
/// Every bind gives the cell a new view model and a new generation. What an earlier view model
/// delivers is dropped by its generation, however late it comes and whatever keeps that view model
/// alive: the cell shows its own photo or none.
@MainActor
package final class PhotoCell {
  /// What the cell is bound to; none while it waits to be lent.
  package private(set) var viewModel: PhotoViewModel?
  /// What the cell shows.
  package private(set) var content = CellContent.empty
  /// The deliveries of earlier view models that were dropped.
  package private(set) var staleDeliveryCount = 0

  private let delivery: DeliveryPolicy
  private let onChange: @MainActor () -> Void
  /// Goes up with every bind.
  private var generation = 0

  /// Makes a cell that is bound to nothing.
  /// - Parameter onChange: Is called when the content has changed.
  package convenience init(onChange: @escaping @MainActor () -> Void) {
    self.init(delivery: .currentGeneration, onChange: onChange)
  }

  /// Makes a cell that may accept what no cell should, to show why.
  /// - Parameters:
  ///   - delivery: Which deliveries are accepted; it holds for the view models of the cell as well.
  ///   - onChange: Is called when the content has changed.
  package init(delivery: DeliveryPolicy, onChange: @escaping @MainActor () -> Void) {
    self.delivery = delivery
    self.onChange = onChange
  }

  /// The photo the cell is bound to.
  package var photo: Photo? { viewModel?.photo }

  /// The picture that the cell shows, with what was asked for; nil where it shows none.
  var shownPicture: (ImageRequest, LoadedTile)? {
    guard case .picture(let tile) = content, let request = viewModel?.request else { return nil }
    return (request, tile)
  }

  /// Binds the cell to a photo; a picture in memory is shown when this returns.
  ///
  /// Binding to what the cell shows or loads already changes nothing.
  package func bind(_ request: ImageRequest, loader: any ImageLoading) {
    guard viewModel?.request != request else { return }
    unbind()
    bind(PhotoViewModel(photo: request.photo, loader: loader, delivery: delivery), request)
  }

  /// Loads the picture of the bound photo again.
  package func reset() {
    guard let viewModel, let request = viewModel.request else { return }
    load(request, with: viewModel)
  }

  /// Unbinds the photo; nothing of it is shown from now on.
  package func unbind() {
    generation += 1
    viewModel?.cancel()
    viewModel = nil
    content = .empty
  }

  private func bind(_ viewModel: PhotoViewModel, _ request: ImageRequest) {
    self.viewModel = viewModel
    load(request, with: viewModel)
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

/// Which answers a cell and its view model accept.
package enum DeliveryPolicy: Hashable, Sendable {
  /// Only those of the current generation: the rule.
  case currentGeneration
  /// Every answer, however late: the mistake, for showing what the rule prevents.
  case everything

  /// Whether an answer of one generation counts in another, which is the current one.
  func accepts(_ generation: Int, current: Int) -> Bool {
    switch self {
    case .currentGeneration: generation == current
    case .everything: true
    }
  }
}
