/// Which terminal is played: what it says of itself, and what it can do.
enum TerminalKind {
  /// kitty on this machine.
  case kitty
  /// kitty at the other end of a connection, where there is no memory to share.
  case distantKitty
  /// A terminal with sixel graphics.
  case sixel

  /// Its name and version (XTVERSION).
  var version: String { self == .sixel ? "XTerm(398)" : "kitty(0.41.1)" }

  /// Its device attributes (DA1).
  var attributes: String { self == .sixel ? "?63;1;2;4;6;9;15;22" : "?62;" }

  /// Whether it takes pictures by kitty's protocol.
  var takesKittyPictures: Bool { self != .sixel }

  /// Whether it finds pictures in the shared memory of this machine.
  var readsSharedMemory: Bool { self == .kitty }
}
