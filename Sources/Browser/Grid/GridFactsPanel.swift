import Catalogs
import Imaging
import Photos
import Terminal

final class GridFactsPanel {
  private(set) var isShown = false
  private let grid: GridViewModel
  private let facts: SelectedPhotoMetadata

  init(beside grid: GridViewModel) {
    self.grid = grid
    facts = SelectedPhotoMetadata(in: grid)
  }

  func toggle() {
    isShown.toggle()
    if !isShown { facts.follow(nil) }
  }

  func readAgain() { facts.readAgain() }

  /// All of them where the panel would leave too few.
  func columns(in area: CellSize) -> Int {
    isShown ? FactsPanel.columnsBeside(in: area) : area.columns
  }

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    guard isShown, let photo = follow() else { return }
    _ = FactsPanel(facts.content(of: photo), isFile: photo.onWeb == nil, in: area.size)
      .draw(into: &frame, area, styles)
  }

  var lines: [String] {
    guard isShown, let photo = follow() else { return [] }
    return facts.lines(of: photo)
  }

  private func follow() -> Photo? {
    let photo = grid.selectedPhoto
    facts.follow(photo, isLoaded: grid.isSelectionLoaded)
    return photo
  }
}

/// With the values of the sidecar.
final class SelectedPhotoMetadata {
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

  func readAgain() { loader.readAgain() }

  func content(of photo: Photo) -> PhotoMetadataLoader.Content {
    let content = loader.content(of: photo)
    guard case .known(let metadata) = content, let entry = grid.selectedEntry,
      entry.photo == photo
    else { return content }
    return .known(grid.facts.withSidecar(metadata, of: entry))
  }

  /// For screen readers.
  func lines(of photo: Photo) -> [String] {
    switch content(of: photo) {
    case .reading: []
    case .failure(let reason): [reason]
    case .known(let metadata): metadata.lines.map { "\($0.name): \($0.value)" }
    }
  }
}
