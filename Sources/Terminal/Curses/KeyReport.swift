import CNcurses

/// Keys reported as `CSI 5 ~`, `CSI A`, with modifiers `CSI 1 ; 3 A`, in xterm's modifyOtherKeys
/// form `CSI 27 ; 5 ; 99 ~`, and in kitty's form `CSI 99 ; 5 u`.
///
/// Other sequences yield no key, so a reply is never taken for a command. Sources: xterm, Control
/// Sequences, Special Keys, Alt and Meta Keys; kitty, Comprehensive keyboard handling.
enum KeyReport {
  private struct Modifiers: OptionSet {
    let rawValue: Int

    static let shift = Modifiers(rawValue: 1)
    static let alt = Modifiers(rawValue: 2)
    static let control = Modifiers(rawValue: 4)
    static let superKey = Modifiers(rawValue: 8)
    static let hyper = Modifiers(rawValue: 16)
    static let meta = Modifiers(rawValue: 32)
    static let capsLock = Modifiers(rawValue: 64)

    /// Parses `modifiers:event`; nil for key releases and malformed fields.
    init?(_ field: [Int?]) {
      let (value, event) = (
        field.first.flatMap(\.self) ?? 1, field.dropFirst().first.flatMap(\.self)
      )
      guard (1...256).contains(value), (1...2).contains(event ?? 1) else { return nil }
      self.init(rawValue: value - 1)
    }

    init(rawValue: Int) { self.rawValue = rawValue }

    var hasAlt: Bool { !isDisjoint(with: [.alt, .meta]) }
    /// With a window manager's modifier nothing is typed.
    var isForeign: Bool { !isDisjoint(with: [.superKey, .hyper]) }
  }

  /// Usually one key; none if the sequence is unknown, several if an input method produced text.
  static func keys(parameters: [UInt8], final: UInt8) -> [Key] {
    guard let fields = fields(of: parameters) else { return [] }
    switch (fields.count, final) {
    case (1...3, UInt8(ascii: "u")):
      return typed(fields[0], fields.dropFirst().first ?? [], text: fields.dropFirst(2).first ?? [])
    case (3, UInt8(ascii: "~")) where fields[0] == [27]:
      return typed(fields[2], fields[1], text: [])
    case (1...2, UInt8(ascii: "~")): return named(numbered[fields[0]], fields)
    case (0, _): return named(lettered[final], fields)
    // `R` with numbers is a cursor position (DSR 6), for which kitty's F3 is 13~.
    case (2, _) where fields[0] == [1] && final != UInt8(ascii: "R"):
      return named(lettered[final], fields)
    default: return []
    }
  }

  private static func fields(of parameters: [UInt8]) -> [[Int?]]? {
    guard !parameters.isEmpty else { return [] }
    var fields: [[Int?]] = []
    for field in parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
      var numbers: [Int?] = []
      for digits in field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
        guard digits.count <= 7, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
          return nil
        }
        numbers.append(Int(String(decoding: digits, as: UTF8.self)))
      }
      fields.append(numbers)
    }
    return fields
  }

  private static func named(_ key: Key?, _ fields: [[Int?]]) -> [Key] {
    guard let key, let modifiers = Modifiers(fields.dropFirst().first ?? []), !modifiers.isForeign,
      modifiers.isDisjoint(with: [.shift, .control])
    else { return [] }
    return [modifiers.hasAlt ? key.withAlt : key]
  }

  /// `code`: the character without modifiers, with Shift, on a US layout; xterm: with Shift.
  private static func typed(_ code: [Int?], _ modifiers: [Int?], text: [Int?]) -> [Key] {
    guard let number = code.first.flatMap(\.self), let modifiers = Modifiers(modifiers),
      !modifiers.isForeign
    else { return [] }
    if let key = functional(number) { return named(key, [[], [modifiers.rawValue + 1]]) }
    let isTyped = !modifiers.hasAlt && !modifiers.contains(.control)
    let characters = text.compactMap { $0.flatMap(character) }
    if isTyped, !characters.isEmpty { return characters }
    let key =
      modifiers.contains(.control)
      ? control(number, placed: code.dropFirst(2).first.flatMap(\.self))
      : plain(number, shifted: code.dropFirst().first.flatMap(\.self), modifiers)
    return key.map { [modifiers.hasAlt ? $0.withAlt : $0] } ?? []
  }

  private static func plain(_ number: Int, shifted: Int?, _ modifiers: Modifiers) -> Key? {
    switch number {
    case 9: return modifiers.contains(.shift) ? .backTab : .tab
    case 8, 13, 27, 127: return Key(typed: UInt32(number))
    default:
      let isShifted = modifiers.contains(.shift)
      if isShifted, let shifted { return character(shifted) }
      guard let key = character(number), case .character(let character) = key else { return nil }
      let isUpper = isShifted != modifiers.contains(.capsLock)
      guard isUpper, let upper = character.uppercased().first, character.uppercased().count == 1
      else { return key }
      return .character(upper)
    }
  }

  private static func control(_ number: Int, placed: Int?) -> Key? {
    let ascii = (0..<0x80).contains(number) ? number : placed ?? 0
    return switch ascii {
    case 8, 9, 13, 27, 127: Key(typed: UInt32(ascii))
    case 0x3F: .backspace
    case 0x40...0x5F, 0x61...0x7A: Key(typed: UInt32(ascii & 0x1F))
    default: nil
    }
  }

  /// kitty's key numbers are in a private use area.
  private static func character(_ number: Int) -> Key? {
    guard number >= 0x20, number != 0x7F, !(0xE000...0xF8FF).contains(number) else { return nil }
    return UInt32(exactly: number).flatMap { Key(typed: $0) }
  }

  /// The keypad (kitty, Functional key definitions).
  private static func functional(_ number: Int) -> Key? {
    switch number {
    case 57399...57408: .character(Character(Unicode.Scalar(UInt8(0x30 + number - 57399))))
    case 57409...57413: [".", "/", "*", "-", "+"][number - 57409]
    case 57414: .enter
    case 57415: "="
    case 57416: ","
    case 57417...57424:
      [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end][number - 57417]
    case 57426: .delete
    default: nil
    }
  }

  private static let numbered: [[Int?]: Key] = [
    [1]: .home, [3]: .delete, [4]: .end, [5]: .pageUp, [6]: .pageDown, [7]: .home, [8]: .end,
    [11]: .function(1), [12]: .function(2), [13]: .function(3), [14]: .function(4),
    [15]: .function(5), [17]: .function(6), [18]: .function(7), [19]: .function(8),
    [20]: .function(9), [21]: .function(10), [23]: .function(11), [24]: .function(12),
  ]

  private static let lettered: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "M"): .enter, UInt8(ascii: "Z"): .backTab, UInt8(ascii: "P"): .function(1),
    UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3),
    UInt8(ascii: "S"): .function(4),
  ]
}

extension Key {
  var withAlt: Key { if case .alt = self { self } else { .alt(self) } }

  init?(typed value: UInt32) {
    switch value {
    case 8, 0x7F: self = .backspace
    case 9: self = .tab
    case 10, 13: self = .enter
    case 27: self = .escape
    case 1...26:
      guard let letter = Unicode.Scalar(value + 0x60) else { return nil }
      self = .control(Character(letter))
    case 0..<0x20, 0x80..<0xA0: return nil
    default:
      guard let scalar = Unicode.Scalar(value) else { return nil }
      self = .character(Character(scalar))
    }
  }

  /// By the number that ncurses returns.
  init?(code: Int32) {
    guard let key = Self.coded[code] else { return nil }
    self = key
  }

  private static let coded: [Int32: Key] =
    named.merging((1...12).map { (KEY_F0 + Int32($0), .function($0)) }) { named, _ in named }

  private static let named: [Int32: Key] = [
    KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right, KEY_HOME: .home,
    KEY_FIND: .home, KEY_END: .end, KEY_SELECT: .end, KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown,
    KEY_ENTER: .enter, KEY_BACKSPACE: .backspace, KEY_BTAB: .backTab, KEY_DC: .delete,
  ]
}
