import CNcurses

/// Our own terminfo entry, which adds all colors to the user's terminal.
///
/// Colors below 0x1000000 are sRGB, followed by the palette of 256 and the 16 ANSI colors in the
/// form for terminals without that palette. All can be on screen at once, and the depth can change
/// at any time although ncurses cannot change its entry. `xterm-direct` reserves its first eight
/// colors for the palette and is rarely installed. Semicolons are understood by more terminals than
/// the colons of ISO 8613-6.
struct TerminfoEntry: Hashable {
  let base: String

  /// Increment to invalidate cached entries.
  private static let version = 2

  static let firstOfPalette: Int32 = 0x100_0000
  static let firstOfANSI: Int32 = 0x100_0100

  /// Nil if the type name cannot be written in terminfo source.
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

  var name: String { "photocell-\(Self.version)-\(base)" }

  var path: String { "p/\(name)" }

  /// terminfo(5).
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

  /// The Linux console stays bold after SGR 90 to 97; after SGR 38 only if the color is bright.
  private var isLinux: Bool { base == "linux" || base.hasPrefix("linux-") }

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
