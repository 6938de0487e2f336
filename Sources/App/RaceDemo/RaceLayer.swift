package import Browser
package import Catalog
import Grid
package import Imaging
package import Pipeline
package import Terminal

/// The demo on a screen: a story that goes on by itself, told side by side.
@MainActor
package final class RaceLayer: Layer {
  /// The keys of the demo; the key that takes the opening card away does nothing else.
  package var keymap: Keymap { isOpeningShown || isKeySpent ? .opening : .race }

  private let photos: [Photo]
  private let loader: any ImageLoading
  private let onChange: () -> Void
  private let keys = BoundKeys(.race)
  private var player: RacePlayer
  private var area: CellSize
  private var form: TileForm
  /// The side that is shown where there is room for one only.
  private var chosen = RaceSideName.left
  private var isOpeningShown = true
  private var isEndingHidden = false
  /// Whether the key that is being typed has taken the opening card away, and nothing else to do.
  private var isKeySpent = false
  /// Whether the photos are still to be loaded for the screen as it is.
  private var needsPhotos: Bool
  /// Says that they are, as often as it changes.
  private let (needs, need) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// Makes a demo at the beginning of a story.
  /// - Parameters:
  ///   - story: What happens first.
  ///   - photos: What is shown; pictures of nothing but numbers where there are none.
  ///   - loader: What loads the photos, all of them before the story goes on.
  ///   - area: The room for the demo, in character cells.
  ///   - form: What pictures are drawn with.
  ///   - allowsMotion: Whether the story may go on by itself.
  ///   - onChange: Is called when something that is drawn has changed.
  package init(
    story: RaceStory, photos: [Photo], loader: any ImageLoading, area: CellSize, form: TileForm,
    allowsMotion: Bool = true, onChange: @escaping () -> Void
  ) {
    self.photos = photos
    self.loader = loader
    self.onChange = onChange
    self.area = area
    self.form = form
    needsPhotos = !photos.isEmpty
    player = RacePlayer(
      story: story,
      pictures: NumberedPictures(cells: RaceLayout(size: area).picture, form: form),
      allowsMotion: allowsMotion)
    need.yield()
  }

  /// Loads the photos, and again whenever the screen has another size or other pictures, until the task
  /// is cancelled.
  package func loadPhotos() async {
    for await _ in needs {
      let (area, form) = (area, form)
      var pictures = NumberedPictures(cells: RaceLayout(size: area).picture, form: form)
      await pictures.load(photos, with: loader) { isCurrent(area, form) }
      guard isCurrent(area, form) else { continue }
      player.use(pictures)
      needsPhotos = false
      onChange()
    }
  }

  /// Whether the screen still has a size, and shows such pictures.
  private func isCurrent(_ area: CellSize, _ form: TileForm) -> Bool {
    area == self.area && form == self.form
  }

  /// None: the last line names them in the place of facts.
  package var hints: [String]? { nil }

  /// The keys, in the place of facts: first what there is to do now.
  package var status: StatusLine? {
    let everywhere = Keymap.everywhere.hints
    if !layout.isUsable { return StatusLine(facts: everywhere) }
    if isOpeningShown { return StatusLine(facts: ["any key begins"] + everywhere) }
    let across = layout.isOneSided ? "\(chosen.other.word) side" : nil
    let first = [
      stopOrGoWord.flatMap { keys.hint(.stopOrGo, $0) },
      across.flatMap { keys.hint(.otherSide, $0) },
    ]
    return StatusLine(
      facts: first.compactMap(\.self) + Keymap.race.hints.dropFirst() + everywhere)
  }

  /// What the key does now that stops the story and lets it go on; nil where nothing.
  private var stopOrGoWord: String? {
    if player.isAtEnd { return isEndingHidden ? "what it came to" : "the cells" }
    guard player.allowsMotion else { return nil }
    return player.isPlaying ? "stop" : "go on"
  }

  /// The keys, and what is to be seen.
  package var help: HelpText {
    HelpText(
      keymaps: [.race],
      notes: [
        ("sides", "both run the same scroll over the same photos, and answers take the same time"),
        ("late", "an answer is late when its cell was given something else: a stale response"),
        ("frame", "a cell in a heavy frame shows another photo than it wants"),
        ("lanes", "a line goes from question to answer, broken once nobody waits any more"),
      ])
  }

  /// The time until the next event of the story, or the next picture of a scroll.
  package var wakeInterval: Duration? {
    isOpeningShown || needsPhotos ? nil : player.wait
  }

  /// Lets the story go on when its time has come.
  package func handle(_ event: BrowserEvent) -> LayerOutcome {
    guard event == .wake, wakeInterval != nil else { return .ignored }
    player.wake()
    return .handled
  }

  /// Stops and steps through the story, or begins another.
  package func handle(_ command: Command, count: Int?) -> LayerOutcome {
    isKeySpent = false
    switch command {
    case .begin: isOpeningShown = false
    case .stopOrGo where player.isAtEnd: isEndingHidden.toggle()
    case .stopOrGo where !player.allowsMotion:
      return .said("nothing moves by itself here: \(keys[.step]) lets one event happen")
    case .stopOrGo: player.stopOrGo()
    case .step: player.step()
    case .faster: player.changeSpeed(by: 1)
    case .slower: player.changeSpeed(by: -1)
    case .up: player.scroll(byRows: -(count ?? 1))
    case .down: player.scroll(byRows: count ?? 1)
    case .otherSeed: begin(seed: player.run.race.story.seed &+ 1)
    case .toggleFix: player.toggleFix()
    case .again: begin(seed: player.run.race.story.seed)
    case .otherSide: chosen = chosen.other
    default: return .ignored
    }
    return .handled
  }

  /// Takes the opening card away, as any key does.
  package func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    isOpeningShown = false
    return .handled
  }

  /// Takes the opening card away, by a key that may be none of the demo's.
  package func acknowledge() {
    isKeySpent = isOpeningShown
    isOpeningShown = false
  }

  /// Tells the story so far again in another size, or with pictures of another form as soon as they are
  /// there; until then the story waits.
  package func resize(to area: CellSize, form: TileForm) {
    guard !isCurrent(area, form) else { return }
    let hasOtherRoom = area != self.area
    self.area = area
    self.form = form
    if hasOtherRoom || photos.isEmpty {
      player.use(NumberedPictures(cells: RaceLayout(size: area).picture, form: form))
    }
    needsPhotos = !photos.isEmpty
    need.yield()
  }

  /// Draws everything, or where there is no room for it says so.
  package func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    RaceView(
      player: player, layout: layout, form: form, card: card, theme: RaceTheme(styles)
    ).draw(into: &frame)
  }

  private var layout: RaceLayout { RaceLayout(size: area, chosen: chosen) }

  /// The card that lies over everything now.
  private var card: RaceCard? {
    if isOpeningShown { return .opening }
    guard player.isAtEnd, player.slide == nil, !isEndingHidden else { return nil }
    return .ending(of: player.run.race, player.run.delivery, keys)
  }

  private func begin(seed: UInt64) {
    player.begin(seed: seed)
    isEndingHidden = false
  }
}
