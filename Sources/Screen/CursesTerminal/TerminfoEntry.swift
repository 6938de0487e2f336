import CNcurses

/// A terminfo entry of the program's own, which adds exact colour to the user's terminal.
///
/// The colours below 0x1000000 are sRGB, and above them lies the palette of 256, so that both can
/// stand on one screen; `xterm-direct` gives its first eight colours to the palette and is rarely
/// installed. Semicolons are understood by more terminals than the colons of ISO 8613-6.
nonisolated struct TerminfoEntry: Hashable {
  /// The type of the terminal that everything else is taken from.
  let base: String

  /// What makes compiled entries of an older form useless.
  private static let version = 1

  /// The number of the palette's first entry among the colours.
  static let firstOfPalette: Int32 = 0x100_0000

  /// Makes an entry for a type as TERM names it; nil if it cannot be written in a terminfo source.
  init?(base: String) {
    let isPlain = base.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
        UInt8(ascii: "."), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isPlain, (1...64).contains(base.utf8.count) else { return nil }
    self.base = base
  }

  /// The name that the terminal is opened with.
  var name: String { "photocell-\(Self.version)-\(base)" }

  /// Where the compiled entry lies in a terminfo folder.
  var path: String { "p/\(name)" }

  /// The text to compile, as terminfo(5) describes it.
  var source: String {
    """
    \(name)|24-bit colour below 0x1000000 and the palette of 256 above it,
    \tRGB, CO@, ccc@, initc@, oc@, setf@, setb@, kmous@, XM@,
    \tcolors#0x1000100, pairs#0x1000000, op=\\E[39;49m,
    \tsetaf=\\E[38;\(Self.color)m,
    \tsetab=\\E[48;\(Self.color)m,
    \tuse=\(base),

    """
  }

  /// The rest of SGR 38 or 48 for the colour number on the stack.
  private static var color: String {
    let direct = "2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d"
    return "%?%p1%{16777216}%<%t\(direct)%e5;%p1%{16777216}%-%d%;"
  }
}

/// The type of the terminal, as the variable TERM names it and the terminfo database knows it.
struct TerminalType {
  /// The name in the database.
  let name: String

  /// Looks the type up, which changes nothing on the terminal.
  /// - Parameter output: The descriptor that frames would be written to.
  /// - Throws: A `TerminalError` where nothing can be drawn on such a terminal.
  init(output: Int32) throws(TerminalError) {
    guard let name = CursesOpening.variable("TERM"), !name.isEmpty else { throw .typeNotSet }
    var answer: Int32 = 0
    guard unsafe setupterm(name, output, &answer) == OK else { throw .unknownType(name) }
    guard unsafe pc_capability("cup") != nil else { throw .incapableType(name) }
    self.name = name
  }
}
