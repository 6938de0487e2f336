/// The forms in which colours are set in what a program writes (ECMA-48, 8.3.117, and xterm's SGR 38).
enum SentColors: Hashable {
  /// SGR 30 to 37 and 40 to 47.
  case dark
  /// SGR 90 to 97 and 100 to 107.
  case bright
  /// The first sixteen of the palette of 256.
  case ansi
  /// The rest of the palette.
  case palette
  /// 24 bits.
  case exact

  /// All forms in a text.
  static func forms(in text: Substring) -> Set<SentColors> {
    var forms: Set<SentColors> = []
    for part in text.split(separator: "\u{1B}[").dropFirst() {
      guard let end = part.firstIndex(where: { !$0.isNumber && $0 != ";" }), part[end] == "m"
      else { continue }
      collect(part[..<end].split(separator: ";").compactMap { Int($0) }[...], into: &forms)
    }
    return forms
  }

  private static func collect(_ numbers: ArraySlice<Int>, into forms: inout Set<SentColors>) {
    var rest = numbers
    while let number = rest.popFirst() {
      switch number {
      case 38, 48:
        let isExact = rest.popFirst() == 2
        forms.insert(isExact ? .exact : (rest.first ?? 0) < 16 ? .ansi : .palette)
        rest = rest.dropFirst(isExact ? 3 : 1)
      case 30...37, 40...47: forms.insert(.dark)
      case 90...97, 100...107: forms.insert(.bright)
      default: break
      }
    }
  }
}
