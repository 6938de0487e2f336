/// How often a control group has met its limits of memory, by its file `memory.events`.
struct LimitEvents: Hashable {
  private let count: Int

  /// Reads the lines that tell of a limit met: `high 3`, `max 0`, `oom 0`.
  init(_ text: String) {
    count = text.split(separator: "\n").reduce(0) { sum, line in
      let words = line.split(separator: " ")
      guard words.count == 2, ["high", "max", "oom"].contains(words[0]) else { return sum }
      return sum + (Int(words[1]) ?? 0)
    }
  }

  /// Tells whether a limit has been met since an earlier look.
  func isMore(than earlier: LimitEvents) -> Bool { count > earlier.count }
}
