import Catalogs
import Imaging
import Photos
import Terminal

/// The metadata of the selected photo, with the values of its sidecar, in a panel that can be shown
/// beside the grid or the photo.
final class SelectedPhotoMetadata {
  private(set) var isShown = false
  private let grid: GridViewModel
  private let loader: PhotoMetadataLoader

  init(in grid: GridViewModel) {
    self.grid = grid
    loader = PhotoMetadataLoader(of: grid.loader, onChange: grid.onChange)
  }

  /// Reads a remote photo only once its image is loaded; nil stops reading.
  func follow(_ photo: Photo?, isLoaded: @autoclosure () -> Bool = false) {
    loader.follow(photo.flatMap { $0.onWeb == nil || isLoaded() ? $0 : nil })
  }

  func toggle() {
    isShown.toggle()
    if !isShown { loader.follow(nil) }
  }

  func readAgain() { loader.readAgain() }

  /// The columns left of the panel; all of them where it would leave too few.
  func columns(in area: CellSize) -> Int {
    isShown ? FactsPanel.columnsBeside(in: area) : area.columns
  }

  /// Returns the free area below the panel.
  func draw(_ photo: Photo, into frame: inout Frame, _ area: Rect, _ styles: Styles) -> Rect {
    FactsPanel(content(of: photo), isFile: photo.onWeb == nil, in: area.size)
      .draw(into: &frame, area, styles)
  }

  private func content(of photo: Photo) -> PhotoMetadataLoader.Content {
    let content = loader.content(of: photo)
    guard case .known(let metadata) = content, let entry = grid.selectedEntry,
      entry.photo == photo
    else { return content }
    return .known(grid.facts.withSidecar(metadata, of: entry))
  }

  /// For screen readers; empty unless shown.
  func lines(of photo: Photo?) -> [String] {
    guard isShown, let photo else { return [] }
    return switch content(of: photo) {
    case .reading: []
    case .failure(let reason): [reason]
    case .known(let metadata): metadata.lines.map { "\($0.name): \($0.value)" }
    }
  }
}
