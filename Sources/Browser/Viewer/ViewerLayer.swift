import Catalogs
import Imaging
import Photos
import Terminal

/// The viewer: one photo, or several side by side, in full screen or zoomed, over the grid.
final class ViewerLayer: Layer {
  var keys: BoundKeys { below.isCulling ? cullingKeys : usualKeys }
  private var usualKeys: BoundKeys
  private var cullingKeys: BoundKeys
  var keymap: Keymap { keys.keymap }

  let viewer: PhotoViewer
  let slideshow: Slideshow
  let below: GridLayer
  let panels: ViewerPanels
  private var area = CellSize(columns: 1, rows: 1)
  /// Whether the viewer was opened for a survey and closes with it.
  private(set) var isForSurvey = false

  /// If `isFirst`, closing the viewer quits the browser.
  init(over below: GridLayer, isFirst: Bool = false) {
    self.below = below
    let keymap = isFirst ? Keymap.firstViewer : .viewer
    (usualKeys, cullingKeys) = (BoundKeys(keymap), BoundKeys(keymap).culling())
    let panels = ViewerPanels(over: below.grid)
    panels.areHidden = below.viewing.hidesText
    self.panels = panels
    viewer = PhotoViewer(
      of: below.grid, clock: below.clock, playsByItself: below.viewing.allowsMotion,
      on: below.viewing.background,
      hidesText: below.viewing.hidesText,
      area: panels.room
    ) { photo, area in
      guard !below.viewing.hidesText else { return area }
      let words = photo.onWeb.map { PhotoWords($0, in: area).lines.count } ?? 0
      return CellSize(columns: area.columns, rows: max(1, area.rows - words))
    }
    slideshow = Slideshow(of: viewer, over: below.grid, stopwatch: below.stopwatch)
    slideshow.isHeld = { [viewer] in viewer.motion.isPlayingFirst }
  }

  convenience init(surveying below: GridLayer) {
    self.init(over: below)
    isForSurvey = viewer.beginSurvey()
  }

  func bind(_ bindings: KeyBindings) {
    usualKeys = usualKeys.bound(by: bindings)
    cullingKeys = usualKeys.culling(by: bindings)
  }

  var wakeInterval: Duration? { slideshow.timeLeft }
  var hidesStatus: Bool { hidesText }

  var status: StatusLine? {
    var line = below.status(of: viewer.status)
    if let sight = viewer.sight {
      line.facts.insert(
        DisplayText(sight.words), at: viewer.isPlain ? line.facts.count : min(1, line.facts.count))
    }
    if viewer.isSurveying {
      let words = "survey: \(viewer.leftFrames.count) of \(viewer.surveyedCount) left"
      line.facts.insert(DisplayText(words), at: min(1, line.facts.count))
    }
    if let words = slideshowWords { line.facts.insert(words, at: min(1, line.facts.count)) }
    if let motion = viewer.motion.status {
      line.facts.insert(DisplayText(motion.words), at: min(1, line.facts.count))
    }
    return line
  }

  var telling: Telling? {
    var telling = below.telling(of: viewer.status)
    telling.details = panels.lines(of: viewer)
    return telling
  }

  func handle(_ command: Command, count: Int?) -> LayerOutcome {
    let times = count ?? 1
    if command != .slideshow { slideshow.stop() }
    return switch command {
    case .slideshow: toggleSlideshow(count)
    case .toggleText: toggleText()
    case .background: changeBackground()
    case .reset: .removed(viewer.reset(), from: "the screen")
    case .next: step(by: times)
    case .previous: step(by: -times)
    case .left where isCut: pan(columns: -times)
    case .right where isCut: pan(columns: times)
    case .up where isCut: pan(rows: -times)
    case .down where isCut: pan(rows: times)
    // There are no rows, so up and down also step.
    case .left, .up, .pageUp, .halfPageUp: step(by: -times)
    case .right, .down, .pageDown, .halfPageDown: step(by: times)
    case .larger: look { $0.zoom(by: times) }
    case .smaller: look { $0.zoom(by: -times) }
    case .actualSize: look { $0.zoom(to: .scale(1)) }
    case .fit: look { $0.zoom(to: .fit) }
    case .fill: look { $0.zoom(to: $0.viewport.zoom.afterFill) }
    case .toggleZoom: look { $0.zoom(to: $0.scale == 1 && $0.isCut ? .fit : .scale(1)) }
    case .keepZoom:
      .said(
        viewer.toggleKeepingZoom()
          ? "photos of one size share the zoom" : "each photo is shown whole first")
    case .turnLeft: turn(by: .leftBottom)
    case .turnRight: turn(by: .rightTop)
    case .flipHorizontally: turn(by: .topRight)
    case .flipVertically: turn(by: .bottomLeft)
    case .pane: compare(count)
    case .survey: survey()
    case .back where viewer.isSurveying, .close where viewer.isSurveying: endSurvey()
    case .close where below.isCulling: below.toggleCulling()
    case .back, .close: viewer.isComparing ? endComparison() : .ignored
    default: present(command, times)
    }
  }

  private func present(_ command: Command, _ times: Int) -> LayerOutcome {
    if let note = CullingNote(command) { return self.note(note) }
    let outcome = play(command, times)
    guard case .ignored = outcome else { return outcome }
    return panels.handle(command, of: viewer)
  }

  /// Rates the focused photo, regardless of marks.
  private func note(_ note: CullingNote) -> LayerOutcome {
    let entries = [below.grid.selectedEntry].compactMap(\.self)
    guard viewer.isSurveying, note == .reject else {
      return below.note(note, of: entries) { viewer.step(by: 1) }
    }
    let outcome = below.note(note, of: entries) {}
    guard case .handled = outcome else { return outcome }
    viewer.passOnInSurvey()
    return viewer.leftFrames.count > 1 ? .handled : pickLast()
  }

  /// The wheel zooms at the pointer, dragging pans, a click focuses a photo or steps at the edges,
  /// a double click closes.
  func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    slideshow.stop()
    if case .drag(let columns, let rows) = action { return drag(columns: columns, rows: rows) }
    viewer.focus(at: point)
    switch action {
    case .wheelUp: return zoom(by: 1, around: point)
    case .wheelDown: return zoom(by: -1, around: point)
    case .doubleClick: return viewer.isComparing ? endComparison() : .close
    case .click where viewer.isComparing: return .handled
    case .click where point.column * 3 < area.columns: return step(by: -1)
    case .click where point.column * 3 >= area.columns * 2: return step(by: 1)
    case .mark: return below.mark(.mark, count: nil)
    case .click, .drag, .markDrag: return .handled
    }
  }

  func handle(_ event: BrowserEvent) -> LayerOutcome {
    switch event {
    case .wake: return advanceSlideshow()
    // Animations pause while the program is stopped.
    case .terminal(.stopAsked): viewer.rest()
    default: break
    }
    return .ignored
  }

  func resize(to area: CellSize, form: TileForm) {
    self.area = area
    viewer.resize()
    panels.form = form
  }

  func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    slideshow.noteFrame()
    guard viewer.focused.photo != nil else {
      return below.draw(into: &frame, area, styles)
    }
    for photo in viewer.photos {
      ViewerView(
        visible: photo, styles: styles, hasBadge: below.hasBadges,
        showsProgress: below.viewing.allowsMotion, hidesText: hidesText,
        surroundings: surroundings(of: photo)
      ).draw(into: &frame)
    }
    panels.draw(of: viewer, into: &frame, area, styles)
    viewer.noteDrawn()
    frame.cursor = CellPoint(column: 1, row: area.rows.upperBound)
  }

  func didClose() {
    panels.close()
    viewer.close()
  }

  private var isCut: Bool { viewer.sight?.isCut == true }

  private func step(by steps: Int) -> LayerOutcome {
    viewer.step(by: steps)
    return .handled
  }

  /// Compares the marked photos, or this one and the next; if already comparing, focuses the next
  /// pane or changes the number of panes.
  private func compare(_ count: Int?) -> LayerOutcome {
    if viewer.isComparing {
      guard let count, !viewer.isSurveying else {
        viewer.focusNext()
        return .handled
      }
      viewer.endComparison()
      guard count > 1 else { return .handled }
    }
    guard (1...PhotoViewer.paneLimit).contains(count ?? 2) else {
      return .said("no more than \(PhotoViewer.paneLimit) photos stand side by side")
    }
    return (count == nil && viewer.compareMarked()) || viewer.compare(count ?? 2)
      ? .handled : .said("there is no other photo")
  }

  private func endComparison() -> LayerOutcome {
    guard !viewer.isSurveying else { return endSurvey() }
    viewer.endComparison()
    return .handled
  }

  private func pan(columns: Int = 0, rows: Int = 0) -> LayerOutcome {
    look { sight in
      sight.pan(
        columns: columns * max(1, sight.room.columns / 8), rows: rows * max(1, sight.room.rows / 8))
    }
  }

  private func drag(columns: Int, rows: Int) -> LayerOutcome {
    isCut ? look { $0.pan(columns: -columns, rows: -rows) } : .handled
  }

  private func zoom(by steps: Int, around point: CellPoint) -> LayerOutcome {
    let origin = viewer.origin
    let point = CellPoint(column: point.column - origin.column, row: point.row - origin.row)
    return look { $0.zoom(by: steps, around: point) }
  }

  private func look(_ change: (inout PhotoSight) -> Void) -> LayerOutcome {
    viewer.look(change) ? .handled : Self.unknownSize
  }

  private func turn(by turn: Orientation) -> LayerOutcome {
    viewer.turn(by: turn) ? .handled : Self.unknownSize
  }

  private static var unknownSize: LayerOutcome { .said("the photo is not there yet") }
}

extension Zoom {
  fileprivate var afterFill: Zoom {
    switch self {
    case .fill: .width
    case .width: .height
    case .fit, .height, .scale: .fill
    }
  }
}

extension PhotoSight {
  /// Scale and rotation: `50 %`, `150 % turned`.
  var words: String {
    let percent = scale * 100
    let number = percent < 10 ? (percent * 10).rounded() / 10 : percent.rounded()
    let text = number == number.rounded() ? "\(Int(number))" : "\(number)"
    return turn == .topLeft ? "\(text) %" : "\(text) % turned"
  }
}

nonisolated extension Command {
  static let next = Command(rawValue: "next")
  static let previous = Command(rawValue: "previous")
  static let actualSize = Command(rawValue: "actual-size")
  static let fit = Command(rawValue: "fit")
  static let fill = Command(rawValue: "fill")
  static let toggleZoom = Command(rawValue: "toggle-zoom")
  static let pane = Command(rawValue: "pane")
  static let keepZoom = Command(rawValue: "keep-zoom")
  static let turnLeft = Command(rawValue: "turn-left")
  static let turnRight = Command(rawValue: "turn-right")
  static let flipHorizontally = Command(rawValue: "flip-horizontally")
  static let flipVertically = Command(rawValue: "flip-vertically")
}

nonisolated extension Keymap {
  static let viewer = Keymap(
    "one photo", named: "viewer",
    entries: stepping.standing(in: .moving) + rating.standing(in: .rating)
      + looking.standing(in: .looking) + ([.slideshow] + motion).standing(in: .playing))

  private static let stepping: [Entry] = [
    Entry(.next, "n", help: "the next photo", hint: "step"),
    Entry(.previous, "p", help: "the photo before", hint: "step"),
    Entry(.left, "h", .left, help: "close up: look further to the left; else the photo before"),
    Entry(.right, "l", .right, help: "close up: look further to the right; else the next photo"),
    Entry(.down, "j", .down, help: "close up: look further down; else the next photo"),
    Entry(.up, "k", .up, help: "close up: look further up; else the photo before"),
    Entry(.back, .enter, help: "back to the grid; from several photos to one"),
  ]

  private static let looking: [Entry] = [
    Entry(
      .toggleZoom, "z", help: "a pixel of the photo on each of the terminal, or all of it",
      hint: "zoom"),
    Entry(.larger, "+", help: "larger by a step"),
    Entry(.smaller, "-", help: "smaller by a step"),
    Entry(.actualSize, "=", help: "a pixel of the photo on each of the terminal"),
    Entry(.fit, "w", help: "all of the photo, no larger than it is"),
    Entry(
      .fill, "W", help: "fill the screen; again: its width; again: its height"),
    Entry(
      .keepZoom, "Z", help: "look at the next photo of the same size in the same way, or not"),
    Entry(.turnLeft, "<", help: "turn the photo to the left, for as long as the program runs"),
    Entry(.turnRight, ">", help: "turn it to the right"),
    Entry(.flipHorizontally, "|", help: "change left and right"),
    Entry(.flipVertically, "_", help: "change top and bottom"),
    .facts, .histogram, .clipping, .toggleText, .background,
    Entry(
      .pane, .tab,
      help: "beside the next photo, or 3 or 4 side by side by a count; then: the next of them"),
  ]

  static let firstViewer = Keymap(
    viewer.title, named: "viewer",
    entries: viewer.entries + [Entry(.quit, "q", help: "quit").standing(in: .moving)])
}
