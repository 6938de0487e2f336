import Catalog
import Grid
import Imaging
import Terminal

/// One photo as large as the terminal, over the grid it is selected in.
final class ViewerLayer: Layer {
  let keymap: Keymap

  let viewer: PhotoViewer
  private let below: GridLayer

  /// Opens the selected photo of a grid, perhaps as the first layer that anybody sees: then leaving it
  /// leaves the browser.
  init(over below: GridLayer, isFirst: Bool = false) {
    self.below = below
    keymap = isFirst ? .firstViewer : .viewer
    viewer = PhotoViewer(of: below.grid) { photo, area in
      let words = photo.onWeb.map { PhotoWords($0, in: area).lines.count } ?? 0
      return CellSize(columns: area.columns, rows: max(1, area.rows - words))
    }
  }

  var status: StatusLine? { below.status(of: viewer.status) }

  /// Steps through the photos; all else the grid does.
  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    switch command {
    case .reset: return .removed(viewer.reset(), from: "the screen")
    case .larger, .smaller: return .said("the viewer shows the whole photo")
    // There are no rows: up and down go by photos as well.
    case .up, .pageUp, .halfPageUp: below.grid.move(.left, times: count)
    case .down, .pageDown, .halfPageDown: below.grid.move(.right, times: count)
    default: return .ignored
    }
    return .handled
  }

  func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    switch action {
    case .wheelUp: below.grid.move(.left)
    case .wheelDown: below.grid.move(.right)
    case .doubleClick: return .close
    case .click: break
    }
    return .handled
  }

  func resize(to area: CellSize, form: TileForm) {
    viewer.resize()
  }

  func draw(into frame: inout Frame, _ area: Rect) {
    guard let photo = viewer.photo else { return below.draw(into: &frame, area) }
    ViewerView(content: viewer.content, photo: photo, hasBadge: below.hasBadges)
      .draw(into: &frame, area)
  }

  func didClose() {
    viewer.close()
  }
}

nonisolated extension Keymap {
  static let viewer = Keymap(
    "one photo",
    [
      Entry(.right, "j", .down, help: "the next photo, as there are no rows", hint: "step"),
      Entry(.left, "k", .up, help: "the photo before", hint: "step"),
      Entry(.back, .enter, help: "back to the grid"),
    ])

  /// The same for a photo that the browser began with.
  static let firstViewer = Keymap(
    viewer.title, viewer.entries + [Entry(.quit, "q", help: "quit")])
}
