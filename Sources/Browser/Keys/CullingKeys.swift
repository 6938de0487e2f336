import Photos
import Terminal

nonisolated extension Command {
  /// `rate-3`, `label-red`, `flag-reject`.
  static func note(_ note: RatingChange) -> Command {
    switch note {
    case .stars(let count): Command(rawValue: "rate-\(count)")
    case .label(let label): Command(rawValue: "label-\(label?.rawValue ?? "none")")
    case .pick: "flag-pick"
    case .reject: "flag-reject"
    case .neither: "flag-none"
    }
  }
}

nonisolated extension LayerCommand {
  /// With their keys outside culling mode.
  static func rating(
    _ rate: @escaping @MainActor @Sendable (Owner, RatingChange) -> LayerOutcome,
    survey: @escaping @MainActor @Sendable (Owner) -> LayerOutcome
  ) -> [LayerCommand] {
    let notes: [RatingChange] =
      (0...5).map { .stars($0) } + CullingLabel.allCases.map { .label($0) }
      + [.label(nil), .pick, .reject, .neither]
    var handlers: [Command: Handler] = [.survey: { owner, _ in survey(owner) }]
    for note in notes { handlers[.note(note)] = { owner, _ in rate(owner, note) } }
    return Keymap.rating.map { LayerCommand($0, handlers: handlers) }
  }
}

nonisolated extension Keymap {
  package static let culling = Keymap(
    "culling mode", named: "culling",
    entries: (0...5).map { count in
      let help = count == 0 ? "no stars" : count == 1 ? "1 star" : "\(count) stars"
      return Entry(.note(.stars(count)), digit(count), help: help, hint: "stars")
    }
      + labelKeys.map { key, label in
        let help = "toggle the label \(label.name)"
        return Entry(.note(.label(label)), key, help: help, hint: "label")
      } + flags)

  private static let flags = [
    Entry(.note(.pick), "p", help: "pick", hint: "pick"),
    Entry(.note(.reject), "x", help: "reject", hint: "reject"),
    Entry(.note(.neither), "U", help: "remove the flag", hint: "unflag"),
    Entry(
      .survey, "s", help: "compare the burst: reject until one is left", hint: "survey"),
  ]

  fileprivate static let rating =
    [
      Entry(
        (0...5).map { Entry.Way([lead, digit($0)], .note(.stars($0))) },
        help: "rate the marked photos, else this one: 0 to 5 stars", hint: "stars"),
      Entry(
        labelKeys.map { Entry.Way([lead, $0], .note(.label($1))) },
        help: "label red, yellow, green or blue (again to remove)", hint: "label"),
    ]
    + flags.map { flag in
      let keys = flag.sequences.map { [lead] + $0 }
      return Entry(flag.command, sequences: keys, help: flag.help, hint: flag.hint)
    } + [Entry("cull", "K", help: "culling mode on/off: rate with single keys")]

  private static let lead: Key = ";"
  private static let labelKeys: [(Key, CullingLabel)] = [
    ("6", .red), ("7", .yellow), ("8", .green), ("9", .blue),
  ]
  private static func digit(_ count: Int) -> Key { .character(Character("\(count)")) }

  /// The rating keys, then the layer's keys that do not collide with them.
  static func culling(over keymap: Keymap, by bindings: KeyBindings) -> Keymap {
    let notes = culling.bound(by: bindings).entries.standing(in: .rating)
    let taken = Set(notes.flatMap(\.ways).map { $0.keys[0] })
    let rest = keymap.entries.compactMap { entry -> Entry? in
      var entry = entry
      entry.ways.removeAll { taken.contains($0.keys[0]) }
      entry.hint = nil
      return entry.ways.isEmpty ? nil : entry
    }
    return Keymap(keymap.title, notes + rest)
  }
}
