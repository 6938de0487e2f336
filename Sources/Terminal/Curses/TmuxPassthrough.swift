/// Escape codes for the terminal outside tmux.
enum TmuxPassthrough {
  /// Wraps escape codes, which tmux passes on if `allow-passthrough` is on (tmux(1)).
  static func wrap(_ bytes: [UInt8]) -> [UInt8] {
    let escape: UInt8 = 0x1B
    let doubled = bytes.flatMap { $0 == escape ? [escape, escape] : [$0] }
    return Array("\u{1b}Ptmux;".utf8) + doubled + Array("\u{1b}\\".utf8)
  }

  static func wrap(_ text: String) -> String {
    String(decoding: wrap(Array(text.utf8)), as: UTF8.self)
  }
}
