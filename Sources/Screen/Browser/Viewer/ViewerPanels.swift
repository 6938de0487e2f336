import Catalog
import Grid
import Imaging
import Terminal
import Viewer

/// What stands beside a photo in the viewer, or over it, as long as somebody wants that: what the photo
/// says, and the tones of the view.
///
/// What it says stands at the right, and the photo beside it where both have room: not every terminal
/// shows a picture of pixels that something hides a part of.
final class ViewerPanels {
  /// How high the bars of a histogram are.
  enum Scale: Hashable {
    case linear
    case logarithmic
  }

  /// What pictures are drawn with.
  var form = TileForm(symbols: .ascii, colors: .none)
  /// Whether nothing of them is shown, whatever has been chosen.
  var areHidden = false { didSet { grid.followAgain() } }

  private var showsFacts = false
  private var scale: Scale?
  private let grid: GridViewModel
  private let facts: PhotoFacts
  private let histogram: ViewHistogram

  /// From this width on, in character cells, a photo stands beside what it says.
  private static let wide = 76

  /// Makes panels of which none is shown.
  init(over grid: GridViewModel) {
    self.grid = grid
    facts = PhotoFacts(of: grid.loader, onChange: grid.onChange)
    histogram = ViewHistogram(of: grid.loader, onChange: grid.onChange)
  }

  /// The room that is left of an area for photos and the words below them, from its upper left corner on.
  func room(in area: CellSize) -> CellSize {
    guard showsFacts, !areHidden, area.columns >= Self.wide else { return area }
    return CellSize(columns: area.columns - FactsPanel.columns(in: area), rows: area.rows)
  }

  func handle(_ command: Command, of viewer: PhotoViewer) -> LayerOutcome {
    switch command {
    case .facts:
      showsFacts.toggle()
      // The photo has another room now.
      grid.followAgain()
    case .histogram: scale = scale.next
    case .clipping: return toggleClipping(of: viewer)
    case .retry:
      // The grid retries all else.
      facts.readAgain()
      return .ignored
    default: return .ignored
    }
    return .handled
  }

  /// Draws the panels, and has looked up what they lack.
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

  /// What the photo says, line by line, where that is shown and has been read.
  func lines(of viewer: PhotoViewer) -> [String] {
    facts.follow(showsFacts ? readable(in: viewer) : nil)
    guard showsFacts, let photo = viewer.focused.photo else { return [] }
    switch content(of: photo) {
    case .reading: return []
    case .failure(let reason): return [reason]
    case .known(let metadata): return metadata.lines.map { "\($0.name): \($0.value)" }
    }
  }

  /// What is known of the focused photo: rating and label as its sidecar has them, where there is one.
  private func content(of photo: Photo) -> PhotoFacts.Content {
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

  /// The photo whose facts can be read; one on the web when it has been loaded.
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
  /// What the key does next: linear, logarithmic, none.
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
