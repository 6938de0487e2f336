package import Browser
package import Catalogs
package import ImagePipeline
package import Imaging
package import Terminal

@MainActor
package final class RaceLayer: @MainActor RootLayer, @MainActor TimedLayer {
  /// The key that closes the opening card has no other effect.
  package var keys: BoundKeys {
    get { BoundKeys(isOpeningShown || isKeySpent ? .opening : .race) }
    set {}
  }
  package let traits = LayerTraits.showsOwnKeys

  private let photos: [Photo]
  private let loader: any ImageLoading
  private let onChange: () -> Void
  private var player: RacePlayer
  private var area: CellSize
  private var form: TileForm
  private var chosen = RaceSideName.left
  private var isOpeningShown = true
  private var isEndingHidden = false
  /// Whether the current key has closed the opening card.
  private var isKeySpent = false
  /// Whether the photos must be loaded for the current screen.
  private var needsPhotos: Bool
  private let (needs, need) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  /// Without photos, the images show only numbers; otherwise the story waits for all photos. `area`
  /// is in character cells. Without `allowsMotion` the story advances only by key.
  package init(
    story: RaceStory, photos: [Photo], loader: any ImageLoading, area: CellSize, form: TileForm,
    allowsMotion: Bool = true, onChange: @escaping () -> Void
  ) {
    (self.photos, self.loader, self.onChange, self.area) = (photos, loader, onChange, area)
    self.form = form
    needsPhotos = !photos.isEmpty
    player = RacePlayer(
      story: story, pictures: Self.pictures(for: area, form), allowsMotion: allowsMotion)
    need.yield()
  }

  /// Loads the photos, and again after every change of size or tile form, until cancelled.
  package func loadPhotos() async {
    for await _ in needs {
      let (area, form) = (area, form)
      var pictures = Self.pictures(for: area, form)
      await pictures.load(photos, with: loader) { isCurrent(area, form) }
      guard isCurrent(area, form) else { continue }
      player.use(pictures)
      needsPhotos = false
      onChange()
    }
  }

  private static func pictures(for area: CellSize, _ form: TileForm) -> NumberedPictures {
    NumberedPictures(cells: RaceLayout(size: area).picture.size, form: form)
  }

  private func isCurrent(_ area: CellSize, _ form: TileForm) -> Bool {
    area == self.area && form == self.form
  }

  /// The keys instead of facts, the most useful first.
  package var status: StatusLine? {
    let everywhere = Keymap.everywhere.hints
    if !layout.isUsable { return StatusLine(facts: everywhere) }
    if isOpeningShown { return StatusLine(facts: ["Press any key"] + everywhere) }
    let keys = BoundKeys(.race)
    let first = [
      stopOrGoWord.map { "\(keys[.stopOrGo]) \($0)" },
      layout.isOneSided ? "\(keys[.otherSide]) \(chosen.other.rawValue) side" : nil,
    ]
    return StatusLine(facts: first.compactMap(\.self) + Keymap.race.hints.dropFirst() + everywhere)
  }

  private var stopOrGoWord: String? {
    if player.isAtEnd { return isEndingHidden ? "result" : "the cells" }
    guard player.allowsMotion else { return nil }
    return player.isPlaying ? "pause" : "play"
  }

  package var help: HelpText {
    HelpText(
      keymaps: [.race],
      notes: [
        ("sides", "both scroll the same photos, and answers take equally long"),
        ("late", "a late answer is a stale response: its cell shows another photo by then"),
        ("frame", "a cell in a heavy frame shows another photo than it wants"),
        ("lanes", "a line from request to answer, dashed once nothing waits for it"),
      ])
  }

  package var wakeInterval: Duration? { isOpeningShown || needsPhotos ? nil : player.wait }

  package func handle(_ event: BrowserEvent) -> LayerOutcome {
    guard event == .wake, wakeInterval != nil else { return .ignored }
    player.wake()
    return .handled
  }

  package func handle(_ command: Command, count: Int?) -> LayerOutcome {
    isKeySpent = false
    return Self.commands.run(command, on: self, count: count)
  }

  private func stopOrGo() -> LayerOutcome {
    if player.isAtEnd {
      isEndingHidden.toggle()
    } else if player.allowsMotion {
      player.stopOrGo()
    } else {
      return .warning("Motion is off (--no-motion) – \(BoundKeys(.race)["step"]) to run one event")
    }
    return .handled
  }

  package func handle(_ action: MouseAction, at point: CellPoint) -> LayerOutcome {
    isOpeningShown = false
    return .handled
  }

  /// Any key closes the opening card, even an unknown one.
  package func acknowledge() {
    isKeySpent = isOpeningShown
    isOpeningShown = false
  }

  /// Repeats the story so far for the new screen, once the photos are loaded; pauses until then.
  package func resize(to area: CellSize, form: TileForm) {
    guard !isCurrent(area, form) else { return }
    let hasOtherRoom = area != self.area
    (self.area, self.form) = (area, form)
    if hasOtherRoom || photos.isEmpty { player.use(Self.pictures(for: area, form)) }
    needsPhotos = !photos.isEmpty
    need.yield()
  }

  package func draw(into frame: inout Frame, _ area: Rect, _ styles: Styles) {
    RaceView(player: player, layout: layout, form: form, card: card, styles: styles)
      .draw(into: &frame)
  }

  private var layout: RaceLayout { RaceLayout(size: area, chosen: chosen) }

  private var card: RaceCard? {
    if isOpeningShown { return .opening }
    guard player.isAtEnd, player.slide == nil, !isEndingHidden else { return nil }
    return .ending(of: player.race, player.delivery)
  }

  private func begin(seed: UInt64) {
    player.begin(seed: seed)
    isEndingHidden = false
  }
}

extension Command {
  static let stopOrGo: Command = "stop-or-go"
  static let toggleFix: Command = "toggle-fix"
  static let otherSide: Command = "other-side"
}

nonisolated extension RaceLayer {
  package static let commands = CommandTable<RaceLayer>([
    Entry(.stopOrGo, " ", help: "pause or resume; at the end, the result", hint: "pause/go")
      .returns { $0.stopOrGo() },
    Entry("step", ".", help: "pause and run one event", hint: "step").does { $0.player.step() },
    Entry("faster", "+", "=", help: "double the speed", hint: "speed")
      .does { $0.player.changeSpeed(by: 1) },
    Entry("slower", "-", help: "halve the speed", hint: "speed")
      .does { $0.player.changeSpeed(by: -1) },
    Entry(.up, "k", .up, help: "scroll both sides up by hand", hint: "scroll")
      .does { $0.player.scroll(byRows: -($1 ?? 1)) },
    Entry(.down, "j", .down, help: "scroll both sides down by hand", hint: "scroll")
      .does { $0.player.scroll(byRows: $1 ?? 1) },
    Entry("other-seed", "s", help: "another random run", hint: "seed")
      .does { $0.begin(seed: $0.player.race.story.seed &+ 1) },
    Entry(.toggleFix, "f", help: "toggle the check of the right side", hint: "check")
      .does { $0.player.toggleFix() },
    Entry("again", "r", help: "restart the run", hint: "again")
      .does { $0.begin(seed: $0.player.race.story.seed) },
    Entry(.otherSide, .tab, help: "show the other side (narrow terminals)")
      .does { $0.chosen = $0.chosen.other },
    LayerCommand("begin") {
      $0.isOpeningShown = false; return .handled
    },
  ])
}

extension Keymap {
  package static let race = Keymap("the demo", entries: RaceLayer.commands.entries)

  /// While the opening card is shown, any key but help and quit closes it.
  fileprivate static let opening = Keymap(
    "opening card",
    entries: [Entry("begin", sequences: openingKeys.map { [$0] }, help: "begin", hint: "begin")])

  private static let openingKeys: [Key] =
    (UInt8(ascii: " ")...UInt8(ascii: "~")).map { .character(Character(Unicode.Scalar($0))) }
    .filter { $0 != "?" && $0 != "q" }
    + [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .escape, .backspace, .tab,
      .delete,
    ]
}
