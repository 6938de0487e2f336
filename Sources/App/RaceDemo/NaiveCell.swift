import Grid
import Pipeline

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
