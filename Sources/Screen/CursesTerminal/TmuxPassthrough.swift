/// How a program in tmux reaches the terminal that tmux is shown on.
nonisolated enum TmuxPassthrough {
  /// Wraps escape codes; tmux passes them on where `allow-passthrough` is on (tmux(1)).
  static func wrap(_ bytes: [UInt8]) -> [UInt8] {
    let escape: UInt8 = 0x1B
    let doubled = bytes.flatMap { $0 == escape ? [escape, escape] : [$0] }
    return Array("\u{1b}Ptmux;".utf8) + doubled + Array("\u{1b}\\".utf8)
  }

  /// The same for a text.
  static func wrap(_ text: String) -> String {
    String(decoding: wrap(Array(text.utf8)), as: UTF8.self)
  }
}
