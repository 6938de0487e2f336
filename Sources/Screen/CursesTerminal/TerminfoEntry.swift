import CNcurses

/// A terminfo entry of the program's own, which adds all colours there are to the user's terminal.
///
/// The colours below 0x1000000 are sRGB, above them lies the palette of 256, and then the sixteen ANSI
/// colours in the form that terminals without that palette know: all of them can stand on one screen,
/// and which are used may change at any time, as ncurses cannot change its entry. `xterm-direct` gives
/// its first eight colours to the palette and is rarely installed. Semicolons are understood by more
/// terminals than the colons of ISO 8613-6.
nonisolated struct TerminfoEntry: Hashable {
  /// The type of the terminal that everything else is taken from.
  let base: String

  /// What makes compiled entries of an older form useless.
  private static let version = 2

  /// The number of the palette's first entry among the colours.
  static let firstOfPalette: Int32 = 0x100_0000
  /// The number of the first ANSI colour among the colours.
  static let firstOfANSI: Int32 = 0x100_0100

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
    \(name)|24-bit colour below 0x1000000 and the palette of 256 and of 16 above it,
    \tRGB, CO@, ccc@, initc@, oc@, setf@, setb@, kmous@, XM@,
    \tcolors#0x1000110, pairs#0x1000000, op=\\E[\(isLinux ? "22;" : "")39;49m,
    \tsetaf=\\E[\(parameters(extended: 38, dark: "3", bright: "9"))m,
    \tsetab=\\E[\(parameters(extended: 48, dark: "4", bright: "10"))m,
    \tuse=\(base),

    """
  }

  /// The Linux console stays bold after SGR 90 to 97, and after SGR 38 only where the colour is bright.
  private var isLinux: Bool { base == "linux" || base.hasPrefix("linux-") }

  /// The parameters of SGR for the colour number on the stack.
  private func parameters(extended: Int, dark: String, bright: String) -> String {
    let direct = "2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d"
    let less = { (limit: Int32) in "%p1%{\(limit)}" }
    let (palette, ansi) = (less(Self.firstOfPalette), less(Self.firstOfANSI))
    let eighth = less(Self.firstOfANSI + 8)
    let sixteen =
      isLinux
      ? "\(extended);5;\(ansi)%-%d" : "%?\(eighth)%<%t\(dark)\(ansi)%-%d%e\(bright)\(eighth)%-%d%;"
    return "%?\(palette)%<%t\(extended);\(direct)"
      + "%e%?\(ansi)%<%t\(extended);5;\(palette)%-%d%e\(sixteen)%;%;"
  }
}
