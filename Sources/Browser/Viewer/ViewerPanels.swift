import Catalogs
import Imaging
import Photos
import Terminal

/// The panels beside or over a photo in the viewer: metadata and histogram.
///
/// The metadata is at the right, and the photo beside it if both fit, since not every terminal can
/// overlap pixel images with text.
final class ViewerPanels {
  enum Scale: Hashable {
    case linear
    case logarithmic
  }

  var form = TileForm(symbols: .ascii, colors: .none)
  /// Hides the panels regardless of the user's choice.
  var areHidden = false { didSet { grid.followAgain() } }

  private var showsFacts = false
  private var scale: Scale?
  private let grid: GridViewModel
  private let facts: PhotoMetadataLoader
  private let histogram: ViewHistogram

  /// Width in character cells from which the photo is beside the metadata.
  private static let wide = 76

  init(over grid: GridViewModel) {
    self.grid = grid
    facts = PhotoMetadataLoader(of: grid.loader, onChange: grid.onChange)
    histogram = ViewHistogram(of: grid.loader, onChange: grid.onChange)
  }

  /// The area left for photos and their captions, at the upper left.
  func room(in area: CellSize) -> CellSize {
    guard showsFacts, !areHidden, area.columns >= Self.wide else { return area }
    return CellSize(columns: area.columns - FactsPanel.columns(in: area), rows: area.rows)
  }

  func handle(_ command: Command, of viewer: PhotoViewer) -> LayerOutcome {
    switch command {
    case .facts:
      showsFacts.toggle()
      grid.followAgain()
    case .histogram: scale = scale.next
    case .clipping: return toggleClipping(of: viewer)
    case .retry:
      facts.readAgain()
      return .ignored
    default: return .ignored
    }
    return .handled
  }

  func draw(of viewer: PhotoViewer, into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    let (showsFacts, scale) = areHidden ? (false, nil) : (showsFacts, scale)
    facts.follow(showsFacts ? readable(in: viewer) : nil)
    if scale == nil { histogram.stop() } else { histogram.follow(viewer.seen) }
    let focused = viewer.focused
    guard let photo = focused.photo else { return }
    var room = focused.frame
    if showsFacts {
      let panel = FactsPanel(
        content(of: photo), isFile: photo.onWeb == nil, in: area.size)
      let rest = panel.draw(into: &frame, area, styles)
      room.size.columns = min(
        room.size.columns, rest.columns.lowerBound - room.origin.column)
      if HistogramPanel.Layout(in: rest.size) != nil { room = rest }
    }
    guard let scale, let layout = HistogramPanel.Layout(in: room.size) else { return }
    HistogramPanel(histogram.histogram(of: photo), scale: scale, form: form, layout: layout)
      .draw(into: &frame.canvas, room, styles)
  }

  func lines(of viewer: PhotoViewer) -> [String] {
    facts.follow(showsFacts ? readable(in: viewer) : nil)
    guard showsFacts, let photo = viewer.focused.photo else { return [] }
    switch content(of: photo) {
    case .reading: return []
    case .failure(let reason): return [reason]
    case .known(let metadata): return metadata.lines.map { "\($0.name): \($0.value)" }
    }
  }

  private func content(of photo: Photo) -> PhotoMetadataLoader.Content {
    let content = facts.content(of: photo)
    guard case .known(let metadata) = content, let entry = grid.selectedEntry,
      entry.photo == photo
    else { return content }
    return .known(grid.withSidecar(metadata, of: entry))
  }

  func close() {
    facts.follow(nil)
    histogram.stop()
  }

  /// The photo whose metadata can be read: remote photos only after loading.
  private func readable(in viewer: PhotoViewer) -> Photo? {
    let cell = viewer.focusedCell
    guard let photo = cell.photo else { return nil }
    return photo.onWeb == nil || cell.content.isFinal ? photo : nil
  }

  private func toggleClipping(of viewer: PhotoViewer) -> LayerOutcome {
    viewer.marksClipping.toggle()
    guard viewer.marksClipping else { return .said("clipping is not marked any more") }
    let (light, dark) = form.colors == .none ? ("black", "white") : ("red", "blue")
    return .said("clipped highlights are \(light), clipped shadows \(dark)")
  }
}

extension ViewerPanels.Scale? {
  fileprivate var next: Self {
    switch self {
    case nil: .linear
    case .linear: .logarithmic
    case .logarithmic: nil
    }
  }
}

nonisolated extension Command {
  fileprivate static let facts = Command(rawValue: "facts")
  fileprivate static let histogram = Command(rawValue: "histogram")
  fileprivate static let clipping = Command(rawValue: "clipping")
}

nonisolated extension Keymap.Entry {
  static let facts = Keymap.Entry(
    .facts, "e", help: "what the photo says: camera, exposure, place, words; or not")
  static let histogram = Keymap.Entry(
    .histogram, "H", help: "a histogram of what is seen; again: logarithmic; again: none")
  static let clipping = Keymap.Entry(
    .clipping, "E", help: "mark clipped highlights red and shadows blue, or not")
}
