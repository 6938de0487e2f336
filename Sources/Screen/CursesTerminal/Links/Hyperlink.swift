import Imaging
import Terminal

/// The bytes of links (OSC 8), which ncurses does not know of.
nonisolated enum Hyperlink {
  /// What ends a link.
  static let end = Array("\u{1b}]8;;\u{1b}\\".utf8)

  /// What begins a link; those of one address are one, on however many rows they stand.
  static func start(_ address: LinkAddress) -> [UInt8] {
    Array("\u{1b}]8;id=photocell;\(address.text)\u{1b}\\".utf8)
  }
}
