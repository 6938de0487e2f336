/// The foreground color, which encodes an image number (kitty's "Unicode placeholders").
struct PictureColor {
  /// The lower 24 bits of an image number: an RGB color or a palette index.
  private(set) var number: UInt32 = 0

  /// Parses the parameters of SGR (ECMA-48, 8.3.117, and xterm's colors).
  mutating func take(_ parameters: [Int]) {
    var rest = parameters[...]
    while let first = rest.popFirst() {
      switch first {
      case 0, 39: number = 0
      case 30...37: number = UInt32(first - 30)
      case 90...97: number = UInt32(first - 82)
      case 38: number = Self.color(from: &rest)
      case 48, 58: _ = Self.color(from: &rest)
      default: break
      }
    }
  }

  /// Consumes a color: 5 and an index, or 2 and three channels.
  private static func color(from rest: inout ArraySlice<Int>) -> UInt32 {
    let count = rest.popFirst() == 2 ? 3 : 1
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).reduce(0) { $0 << 8 | UInt32($1 & 255) }
  }
}
