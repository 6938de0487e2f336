import Catalogs
package import Imaging
package import Photos
package import Terminal

package final class ViewerLayer: TimedLayer, AnnouncingLayer {
  package let viewer: PhotoViewer
  let slideshow: Slideshow
  private let below: GridLayer
  let panels: ViewerPanels
  private var ownKeys: BoundKeys
  private var area = CellSize(columns: 1, rows: 1)
  /// Until then the grid stays instead of characters in place of pixels.
  private var hasDrawn = false
  private(set) var isForSurvey = false
  private var isForComparison = false

  /// If `isFirst`, closing the viewer quits the browser.
  init(over below: GridLayer, isFirst: Bool = false) {
    self.below = below
    ownKeys = BoundKeys(isFirst ? .firstViewer : .viewer)
    let panels = ViewerPanels(over: below.grid)
    panels.areHidden = below.viewing.hidesText
    self.panels = panels
    viewer = PhotoViewer(
      of: below.grid, clock: below.clock, playsByItself: below.viewing.allowsMotion,
      on: below.viewing.background, hidesText: below.viewing.hidesText, area: panels.room
    ) { photo, area in
      guard !below.viewing.hidesText else { return area }
      let words = photo.onWeb.map { CaptionText($0, in: area).lines.count } ?? 0
      return CellSize(columns: area.columns, rows: max(1, area.rows - words))
    }
    slideshow = Slideshow(of: viewer, over: below.grid, stopwatch: below.stopwatch)
    slideshow.isHeld = { [viewer] in viewer.motion.isPlayingFirst }
  }

  convenience init(surveying below: GridLayer) {
    self.init(over: below)
    isForSurvey = viewer.beginSurvey()
  }

  /// Nil if there is nothing to compare; see `compare`.
  convenience init?(comparing below: GridLayer, _ count: Int?) {
    self.init(over: below)
    guard case .handled = compare(count) else {
      viewer.close()
      return nil
    }
    isForComparison = true
  }

  package var keys: BoundKeys {
    get {
      if ownKeys.isCulling != below.isCulling { ownKeys.isCulling = below.isCulling }
      if ownKeys.isSurveying != viewer.isSurveying { ownKeys.isSurveying = viewer.isSurveying }
      if ownKeys.comparison != keysOfComparison { ownKeys.comparison = keysOfComparison }
      return ownKeys
    }
    set { ownKeys = newValue }
  }

  package var wakeInterval: Duration? { slideshow.timeLeft }

  package var status: StatusLine? {
    var line = below.status(of: viewer.status)
    line.isHidden = hidesText
    if let view = viewer.view {
      if viewer.isPlain {
        line.facts.append(DisplayText(view.words))
      } else {
        line.insert(fact: view.words)
      }
    }
    if viewer.isSurveying {
      let reject = keys[.note(.reject)]
      line.insert(
        fact:
          "comparing \(viewer.leftFrames.count) of \(viewer.surveyedCount), \(reject) rejects")
    }
    for fact in comparisonFacts.reversed() { line.insert(fact: fact) }
    if let remark = below.viewing.remark { line.insert(fact: remark) }
    if let interval = slideshow.interval { line.insert(fact: "slideshow \(interval.words)") }
    if let motion = viewer.motion.status {
      let isStill = motion.frame == 0
      line.insert(fact: isStill ? motion.trouble ?? "\(keys["play"]) plays" : motion.words)
    }
    return line
  }

  var announcement: Announcement? {
    var announcement = below.announcement(of: viewer.status)
    announcement.details = panels.lines(of: viewer)
    return announcement
  }

  package func handle(_ command: Command, count: Int?) -> LayerOutcome {
    if command != .slideshow { slideshow.stop() }
    return Self.commands.run(command, on: self, count: count)
  }

  private func rate(_ note: RatingChange) -> LayerOutcome {
    let entries = [below.grid.selectedEntry].compactMap(\.self)
    guard viewer.isSurveying, note == .reject else {
      // A comparison keeps its photos: the others are still to be judged.
      let stays = viewer.isComparing && !viewer.isSurveying
      return below.note(note, of: entries) { if !stays { viewer.step(by: 1) } }
    }
    let outcome = below.note(note, of: entries) {}
    guard case .handled = outcome else { return outcome }
    viewer.passOnInSurvey()
    return viewer.leftFrames.count > 1 ? .handled : pickLast()
  }

  /// The wheel zooms at the pointer, dragging pans, a click focuses a photo or steps at the edges,
  /// a double click closes.
  package func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    slideshow.stop()
    if case .drag(let columns, let rows) = action { return drag(columns: columns, rows: rows) }
    viewer.focus(at: point)
    switch action {
    case .dragOut where !isCut:
      return below.grid.selectedEntry.map(below.acting.dragOut) ?? .handled
    case .wheelUp: return zoom(by: 1, around: point)
    case .wheelDown: return zoom(by: -1, around: point)
    case .doubleClick: return viewer.isComparing ? endComparison() : .close
    case .click where viewer.isComparing: return .handled
    case .click where point.column * 3 < area.columns: return step(by: -1)
    case .click where point.column * 3 >= area.columns * 2: return step(by: 1)
    case .mark: return below.toggleMarks(1)
    default: return .handled
    }
  }

  package func handle(_ event: BrowserEvent) -> LayerOutcome {
    switch event {
    case .wake: return slideshow.advance() ? .handled : .message("End of the slideshow: last photo")
    case .burstsFound(let id): if id == below.grid.selection.id { return survey() }
    // Animations pause while the program is stopped.
    case .terminal(.stopAsked): viewer.rest()
    default: break
    }
    return .ignored
  }

  package func resize(to area: CellSize, form: TileForm) {
    let former = panels.form
    // An image in other detail has the same size; in another encoding the terminal cannot show it.
    if area != self.area || (form.pixelCell, form.encoding) != (former.pixelCell, former.encoding) {
      viewer.resize()
    }
    self.area = area
    panels.form = form
  }

  package func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    slideshow.noteFrame()
    let focused = viewer.focused
    guard focused.photo != nil, hasDrawn || !focused.isMosaic || viewer.isComparing else {
      return below.draw(into: &frame, area, styles)
    }
    hasDrawn = true
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

  package func didClose() {
    panels.close()
    viewer.close()
  }

  private var isCut: Bool { viewer.view?.isCut == true }

  private func stepBack() -> LayerOutcome {
    viewer.isSurveying || viewer.isComparing ? endComparison() : .ignored
  }

  private func step(by steps: Int) -> LayerOutcome {
    viewer.step(by: steps)
    return .handled
  }

  /// Compares the marked photos, or this and the next; if comparing, focuses or adds a pane.
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
      return .warning("At most \(PhotoViewer.paneLimit) photos can be compared")
    }
    return (count == nil && viewer.compareMarked()) || viewer.compare(count ?? 2)
      ? .handled : .warning("No other photo")
  }

  private func endComparison() -> LayerOutcome {
    guard !viewer.isSurveying else { return endSurvey() }
    guard viewer.comparison == .sideBySide else {
      viewer.show(.sideBySide)
      return .handled
    }
    viewer.endComparison()
    return isForComparison ? .close : .handled
  }

  private func pan(columns: Int, rows: Int) -> LayerOutcome {
    look { view in
      view.pan(
        columns: columns * max(1, view.room.columns / 8), rows: rows * max(1, view.room.rows / 8))
    }
  }

  private func panOrStep(columns: Int = 0, rows: Int = 0) -> LayerOutcome {
    isCut ? pan(columns: columns, rows: rows) : step(by: columns + rows)
  }

  private func drag(columns: Int, rows: Int) -> LayerOutcome {
    isCut ? look { $0.pan(columns: -columns, rows: -rows) } : .handled
  }

  private func zoom(by steps: Int, around point: CellPoint) -> LayerOutcome {
    let origin = viewer.origin
    let point = CellPoint(column: point.column - origin.column, row: point.row - origin.row)
    return look { $0.zoom(by: steps, around: point) }
  }

  fileprivate func look(_ change: (inout ViewportState) -> Void) -> LayerOutcome {
    viewer.look(change) ? .handled : Self.unknownSize
  }

  private func turn(by turn: Orientation) -> LayerOutcome {
    viewer.turn(by: turn) ? .handled : Self.unknownSize
  }

  private static var unknownSize: LayerOutcome { .warning("Photo not loaded yet") }

  private func changeBackground() -> LayerOutcome {
    guard below.grid.form.colors != .none else { return .warning("No colours on this terminal") }
    let next = below.viewing.background.next
    (below.viewing.background, viewer.background) = (next, next)
    return .message("Background: \(next == .terminal ? "the terminal's" : next.rawValue)")
  }

  private func surroundings(of photo: VisiblePhoto) -> Glyph? {
    photo.background.color.map {
      Glyph(" ", background: below.grid.form.colors.nearest(to: $0))
    }
  }

  /// Whether no text is drawn over or beside the image, so that it uses the whole screen.
  ///
  /// Everything drawn over the photo must check this. Replies to keys, questions and loading errors
  /// are still shown.
  private var hidesText: Bool { below.viewing.hidesText }

  private func toggleText() {
    below.viewing.hidesText.toggle()
    viewer.hidesText = hidesText
    panels.areHidden = hidesText
  }

  private func toggleSlideshow(_ seconds: Int?) -> LayerOutcome {
    guard below.viewing.allowsMotion else {
      return .warning("Motion is off (--no-motion) – \(keys[.next]) for the next photo")
    }
    guard slideshow.interval == nil || seconds != nil else {
      slideshow.stop()
      return .message("Slideshow paused – \(keys[.slideshow]) to resume")
    }
    if let seconds { below.viewing.interval = .seconds(seconds) }
    startSlideshow()
    return .handled
  }

  func startSlideshow() { slideshow.start(every: below.viewing.interval) }

  /// `change` returns false for a photo without animation.
  fileprivate func play(_ change: (MotionPlayer) -> Bool) -> LayerOutcome {
    change(viewer.motion) ? .handled : .warning("Not an animation")
  }
}

extension ViewerLayer {
  private var keysOfComparison: BoundKeys.Comparison? {
    guard viewer.isComparing, !viewer.isSurveying else { return nil }
    if case .blended(.divided) = viewer.comparison { return .divided }
    return .undivided
  }

  private var comparisonFacts: [String] {
    let views = viewer.comparedViews
    var facts: [String] = []
    switch viewer.comparison {
    case .sideBySide: break
    case .inTurn: facts.append("\(keys["blink"]) shows the next")
    case .blended(.difference):
      facts.append("difference, \(Bitmap.differenceGain) times amplified")
    case .blended(.divided): facts.append("\(keys["divider-left"])\(keys["divider-right"]) move")
    }
    guard Set(views.map(\.shown)).count > 1 else { return facts }
    let areScaled = views.allSatisfy { $0.isShaped(as: views[0]) }
    let alignment =
      if case .blended = viewer.comparison {
        areScaled ? ", scaled to the first" : ", aligned at the upper left"
      } else { "" }
    let sizes = views.map(\.shown.description).joined(separator: ", ")
    return facts + ["sizes differ: \(sizes)\(alignment)"]
  }

  private func blink(_ count: Int?) -> LayerOutcome {
    guard keysOfComparison != nil else { return Self.noComparison }
    if viewer.comparison == .inTurn {
      viewer.focusNext(by: count ?? 1)
    } else {
      viewer.show(.inTurn)
    }
    return .handled
  }

  /// Shows two photos in one place, or all side by side if they are.
  private func toggle(_ blend: PictureBlend) -> LayerOutcome {
    guard let keys = keysOfComparison else { return Self.noComparison }
    let isShown =
      switch blend {
      case .difference: viewer.comparison == .blended(.difference)
      case .divided: keys == .divided
      }
    viewer.show(isShown ? .sideBySide : .blended(blend))
    return .handled
  }

  private func moveDivider(by steps: Int) -> LayerOutcome {
    guard keysOfComparison == .divided else { return .warning("No divider is shown") }
    viewer.moveDivider(by: steps)
    return .handled
  }

  private static var noComparison: LayerOutcome { .warning("No photos are being compared") }

  private func survey() -> LayerOutcome {
    guard !viewer.isSurveying else { return .handled }
    if let refusal = below.surveyRefusal { return .warning(refusal) }
    return viewer.beginSurvey() ? .handled : .ignored
  }

  private func endSurvey() -> LayerOutcome {
    viewer.endSurvey()
    return isForSurvey ? .close : .handled
  }

  private func pickLast() -> LayerOutcome {
    let last = viewer.leftFrames.first
    if let entry = below.grid.selectedEntry, entry.id == last {
      _ = below.acting.note(.pick, of: [entry], among: viewer.surveyedCount)
    }
    viewer.endSurvey()
    let again = "The survey is over – \(keys[.note(.reject)]) again to reject this photo"
    let end = LayerOutcome.asked("Survey over", confirm: { .warning(again) })
    return isForSurvey ? .closed(end) : end
  }
}

extension GridLayer {
  func compare(_ count: Int?) -> LayerOutcome {
    guard grid.viewer == nil else { return .ignored }
    guard (1...PhotoViewer.paneLimit).contains(count ?? max(1, grid.markedCount)) else {
      return .warning("At most \(PhotoViewer.paneLimit) photos can be compared")
    }
    guard grid.markedCount > 1 || grid.selectedPhoto != nil else {
      return .warning("No photo is selected")
    }
    guard let layer = ViewerLayer(comparing: self, count) else { return .warning("No other photo") }
    return .open(layer)
  }
}

nonisolated extension ViewerLayer {
  package static let commands = CommandTable<ViewerLayer>(
    stepping.grouped(.moving),
    LayerCommand<ViewerLayer>.rating({ $0.rate($1) }, survey: { $0.survey() }).grouped(.rating),
    looking.grouped(.looking), playing.grouped(.playing),
    [
      LayerCommand(.reset) { .removed($0.viewer.reset(), from: "the screen") },
      LayerCommand("retry") { layer in
        layer.panels.facts.readAgain()
        return .ignored
      },
      LayerCommand(.close) { layer in
        guard layer.below.isCulling, !layer.viewer.isComparing else { return layer.stepBack() }
        return layer.below.toggleCulling()
      },
      LayerCommand(.pageUp) { $0.step(by: -($1 ?? 1)) },
      LayerCommand(.halfPageUp) { $0.step(by: -($1 ?? 1)) },
      LayerCommand(.pageDown) { $0.step(by: $1 ?? 1) },
      LayerCommand(.halfPageDown) { $0.step(by: $1 ?? 1) },
      LayerCommand("compare") { $0.compare($1) },
      LayerCommand("blink") { $0.blink($1) },
      LayerCommand("difference") { $0.toggle(.difference) },
      LayerCommand("divider") { $0.toggle(.divided(at: 0.5)) },
      LayerCommand("divider-left") { $0.moveDivider(by: -($1 ?? 1)) },
      LayerCommand("divider-right") { $0.moveDivider(by: $1 ?? 1) },
    ])

  private static let stepping: [LayerCommand<ViewerLayer>] = [
    Entry(.next, "n", help: "next photo", hint: "next/prev").returns { $0.step(by: $1 ?? 1) },
    Entry("previous", "p", help: "previous photo", hint: "next/prev")
      .returns { $0.step(by: -($1 ?? 1)) },
    Entry(.left, "h", .left, help: "pan left when zoomed, else previous photo")
      .returns { $0.panOrStep(columns: -($1 ?? 1)) },
    Entry(.right, "l", .right, help: "pan right when zoomed, else next photo")
      .returns { $0.panOrStep(columns: $1 ?? 1) },
    Entry(.down, "j", .down, help: "pan down when zoomed, else next photo")
      .returns { $0.panOrStep(rows: $1 ?? 1) },
    Entry(.up, "k", .up, help: "pan up when zoomed, else previous photo")
      .returns { $0.panOrStep(rows: -($1 ?? 1)) },
    Entry(.back, .enter, help: "back to the grid; from a comparison to where it began")
      .returns { $0.stepBack() },
  ]

  private static let looking: [LayerCommand<ViewerLayer>] = [
    Entry("toggle-zoom", "z", help: "toggle 1:1 and fit", hint: "zoom")
      .changesView { view, _ in view.zoom(to: view.scale == 1 && view.isCut ? .fit : .scale(1)) },
    Entry(.larger, "+", help: "zoom in").changesView { $0.zoom(by: $1) },
    Entry("smaller", "-", help: "zoom out").changesView { $0.zoom(by: -$1) },
    Entry("actual-size", "=", help: "zoom to 1:1").changesView { view, _ in view.zoom(to: .scale(1))
    },
    Entry("fit", "w", help: "fit the whole photo, never enlarged")
      .changesView { view, _ in view.zoom(to: .fit) },
    Entry("fill", "W", help: "fill the screen; again: fit its width, its height")
      .changesView { view, _ in view.zoom(to: view.viewport.zoom.afterFill) },
    Entry("keep-zoom", "Z", help: "keep zoom and position for the next photo, on/off")
      .returns { layer in
        .message(
          layer.viewer.toggleKeepingZoom()
            ? "Zoom kept for photos of the same size" : "Zoom not kept: each photo starts fitted")
      },
    Entry("turn-left", "<", help: "rotate left (this session only)")
      .returns { $0.turn(by: .leftBottom) },
    Entry("turn-right", ">", help: "rotate right (this session only)")
      .returns { $0.turn(by: .rightTop) },
    Entry("flip-horizontally", "|", help: "flip horizontally").returns { $0.turn(by: .topRight) },
    Entry("flip-vertically", "_", help: "flip vertically").returns { $0.turn(by: .bottomLeft) },
    Entry("facts", "e", help: "toggle EXIF panel").does { $0.panels.toggleFacts() },
    Entry("histogram", "H", help: "histogram: linear, logarithmic, off")
      .does { $0.panels.changeHistogram() },
    Entry("clipping", "E", help: "toggle clipping marks: highlights red, shadows blue")
      .returns { $0.panels.toggleClipping(of: $0.viewer) },
    Entry("people", "F", help: "toggle boxes with the names of people")
      .returns { $0.panels.toggleFaces(of: $0.viewer) },
    Entry("toggle-text", "b", help: "toggle text").does { $0.toggleText() },
    Entry("background", "B", help: "change the background").returns { $0.changeBackground() },
    Entry("pane", .tab, help: "compare with the next photo (3 or 4 with a count); then next pane")
      .returns { $0.compare($1) },
  ]

  private static let playing: [LayerCommand<ViewerLayer>] = [
    Entry(.slideshow, "s", help: "start/pause slideshow; with a count, seconds per photo")
      .returns { $0.toggleSlideshow($1) },
    Entry("play", " ", help: "play/pause animation; play motion photo once").plays { player, _ in
      player.toggle()
    },
    Entry("next-frame", ".", help: "pause and show the next frame").plays { $0.step(by: $1) },
    Entry("previous-frame", ",", help: "pause and show the previous frame")
      .plays { $0.step(by: -$1) },
    Entry("slower", "[", help: "play at half speed").plays { $0.changeSpeed(by: -$1) },
    Entry("faster", "]", help: "play at double speed").plays { $0.changeSpeed(by: $1) },
  ]
}

nonisolated extension Keymap.Entry {
  /// Changes the view of the focused photo; the count is at least 1.
  fileprivate func changesView(
    _ change: @escaping @MainActor @Sendable (inout ViewportState, _ count: Int) -> Void
  ) -> LayerCommand<ViewerLayer> {
    returns { layer, count in layer.look { change(&$0, count ?? 1) } }
  }

  fileprivate func plays(
    _ change: @escaping @MainActor @Sendable (MotionPlayer, _ count: Int) -> Bool
  ) -> LayerCommand<ViewerLayer> {
    returns { layer, count in layer.play { change($0, count ?? 1) } }
  }
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

extension ViewportState {
  var words: String {
    let percent = scale * 100
    let number = percent < 10 ? (percent * 10).rounded() / 10 : percent.rounded()
    let text = number == number.rounded() ? "\(Int(number))" : "\(number)"
    return turn == .topLeft ? "\(text) %" : "\(text) %, rotated"
  }
}

extension MotionStatus {
  /// The frame number, padded to constant width, speed and state: `frame  2/40 · 2x · stopped`.
  fileprivate var words: String {
    let total = count.map { "\($0)" } ?? ""
    let number = "\(frame)"
    let padding = String(repeating: " ", count: max(0, total.count - number.count))
    var words = ["frame \(padding)\(number)" + (count == nil ? "" : "/\(total)")]
    if speed != .normal { words.append("\(speed)") }
    if let trouble { words.append(trouble) } else if !isPlaying { words.append("stopped") }
    return words.joined(separator: " · ")
  }
}

extension Duration {
  fileprivate var words: String {
    let seconds = self / .seconds(1)
    if seconds < 1 { return "\(Int((seconds * 1000).rounded())) ms" }
    let isWhole = seconds == seconds.rounded() || seconds >= 60
    return isWhole ? wholeText : shortText
  }
}

nonisolated package struct ViewerSettings: Hashable, Sendable {
  package static let usualInterval = Duration.seconds(5)

  package var interval: Duration
  package var beginsWithSlideshow: Bool
  /// Opens the comparison of all listed photos, at most four.
  package var beginsWithComparison = false
  /// A fact of the photos for the status line.
  package var remark: String?
  /// Whether anything may change without user action: animations, slideshows, counters.
  package var allowsMotion: Bool
  package var background: ViewerBackground
  package var advances: Bool
  package var hidesText = false

  /// `slideshow` is the interval of a slideshow to start with; nil to start with the grid.
  package init(
    slideshow: Duration? = nil, background: ViewerBackground = .terminal, allowsMotion: Bool = true,
    advances: Bool = true
  ) {
    self.advances = advances
    self.allowsMotion = allowsMotion
    self.background = background
    interval = slideshow ?? Self.usualInterval
    beginsWithSlideshow = slideshow != nil && allowsMotion
  }
}
