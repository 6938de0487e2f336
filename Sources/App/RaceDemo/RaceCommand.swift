import Terminal

/// Everything a user can tell the demo.
enum RaceCommand: CaseIterable {
  case stopOrGo
  case step
  case faster
  case slower
  case scrollUp
  case scrollDown
  case otherSeed
  case toggleFix
  case again
  case help
  case redraw
  case suspend
  case close
  case quit

  /// The keys that mean it.
  var keys: [Key] {
    switch self {
    case .stopOrGo: [" "]
    case .step: ["."]
    case .faster: ["+", "="]
    case .slower: ["-"]
    case .scrollUp: [.up, "k"]
    case .scrollDown: [.down, "j"]
    case .otherSeed: ["s"]
    case .toggleFix: ["f"]
    case .again: ["r"]
    case .help: ["?"]
    case .redraw: [.control("l")]
    case .suspend: [.control("z")]
    case .close: [.escape]
    case .quit: ["q", .control("c")]
    }
  }

  /// One line for the help.
  var help: String {
    switch self {
    case .stopOrGo: "stop, or go on"
    case .step: "stop, and let one event happen"
    case .faster: "twice as fast"
    case .slower: "half as fast"
    case .scrollUp: "scroll both sides up by hand"
    case .scrollDown: "scroll both sides down by hand"
    case .otherSeed: "the story of another seed"
    case .toggleFix: "the fix of the right side off or on, in the same story so far"
    case .again: "the story from its beginning"
    case .help: "show these keys"
    case .redraw: "draw the whole screen again"
    case .suspend: "stop the program until the shell continues it"
    case .close: "close the help"
    case .quit: "quit"
    }
  }

  /// What a key means, if anything.
  init?(_ key: Key) {
    guard let command = Self.allCases.first(where: { $0.keys.contains(key) }) else { return nil }
    self = command
  }
}
