enum TerminalKind {
  /// kitty on this machine.
  case kitty
  /// kitty on a remote machine, without shared memory.
  case distantKitty
  case sixel

  /// Name and version (XTVERSION).
  var version: String { self == .sixel ? "XTerm(398)" : "kitty(0.41.1)" }

  /// Device attributes (DA1).
  var attributes: String { self == .sixel ? "?63;1;2;4;6;9;15;22" : "?62;" }

  var takesKittyPictures: Bool { self != .sixel }

  var readsSharedMemory: Bool { self == .kitty }
}
