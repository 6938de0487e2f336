import CLinux
import Glibc

/// What a terminal would do with a character.
enum CharacterClass: Hashable {
  /// It takes one or two character cells.
  case shown(width: Int)
  /// It is drawn on the character before it.
  case mark
  /// It could change what is seen elsewhere, or is not seen itself.
  case harmful
  /// It only joins or selects forms of others.
  case leftOut

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x20...0x7E: self = .shown(width: 1)
    case 0x200D, 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF: self = .leftOut
    case 0..<0x20, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
      self = .harmful
    default: self.init(width: Self.width(of: scalar))
    }
  }

  private init(width: Int) {
    self =
      switch width {
      case 1, 2: .shown(width: width)
      case 0: .mark
      default: .harmful
      }
  }

  /// The width in character cells by the C library's tables, which ncurses goes by as well;
  /// negative for what has none.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    guard knowsUnicode else { return -1 }
    return Int(wcwidth(wchar_t(scalar.value)))
  }

  /// The tables of widths depend on the locale: one with UTF-8 must be in force.
  private static let knowsUnicode: Bool = {
    let codeset = unsafe nl_langinfo(nl_item(CODESET)).map { unsafe String(cString: $0) }
    return unsafe codeset == "UTF-8" || setlocale(LC_CTYPE, "C.UTF-8") != nil
  }()
}
