import Terminal

/// Keys as control sequences report them: `CSI 5 ~` and `CSI A`, with modifiers `CSI 1 ; 3 A`, in xterm's
/// long form (modifyOtherKeys) `CSI 27 ; 5 ; 99 ~`, and in kitty's `CSI 99 ; 5 u`.
///
/// Any other sequence means no key, so that an answer of a terminal is never a command. Sources: xterm,
/// Control Sequences, sections Special Keys and Alt and Meta Keys; kitty, Comprehensive keyboard handling.
nonisolated enum KeyReport {
  /// The modifiers, as both protocols number them.
  private struct Modifiers: OptionSet {
    let rawValue: Int

    static let shift = Modifiers(rawValue: 1)
    static let alt = Modifiers(rawValue: 2)
    static let control = Modifiers(rawValue: 4)
    static let superKey = Modifiers(rawValue: 8)
    static let hyper = Modifiers(rawValue: 16)
    static let meta = Modifiers(rawValue: 32)
    static let capsLock = Modifiers(rawValue: 64)

    /// Reads `modifiers:event`; nil for the release of a key, and for what is neither.
    init?(_ field: [Int?]) {
      let (value, event) = (
        field.first.flatMap(\.self) ?? 1, field.dropFirst().first.flatMap(\.self)
      )
      guard (1...256).contains(value), (1...2).contains(event ?? 1) else { return nil }
      self.init(rawValue: value - 1)
    }

    init(rawValue: Int) { self.rawValue = rawValue }

    var hasAlt: Bool { !isDisjoint(with: [.alt, .meta]) }
    /// Whether a window manager's key is held down, with which nothing is typed.
    var isForeign: Bool { !isDisjoint(with: [.superKey, .hyper]) }
  }

  /// The keys of a sequence: usually one, none where it is no key that is known, and several where an
  /// input method has made a text.
  static func keys(parameters: [UInt8], final: UInt8) -> [Key] {
    guard let fields = fields(of: parameters) else { return [] }
    switch (fields.count, final) {
    case (1...3, UInt8(ascii: "u")):
      return typed(fields[0], fields.dropFirst().first ?? [], text: fields.dropFirst(2).first ?? [])
    case (3, UInt8(ascii: "~")) where fields[0] == [27]:
      return typed(fields[2], fields[1], text: [])
    case (1...2, UInt8(ascii: "~")): return named(numbered[fields[0]], fields)
    case (0, _): return named(lettered[final], fields)
    case (2, _) where fields[0] == [1]: return named(lettered[final], fields)
    default: return []
    }
  }

  /// The numbers between semicolons, each with its parts between colons; nil where something else stands
  /// there.
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

  /// A key that types nothing, which means something by itself and with Alt.
  private static func named(_ key: Key?, _ fields: [[Int?]]) -> [Key] {
    guard let key, let modifiers = Modifiers(fields.dropFirst().first ?? []), !modifiers.isForeign,
      modifiers.isDisjoint(with: [.shift, .control])
    else { return [] }
    return [modifiers.hasAlt ? key.withAlt : key]
  }

  /// A key by its character, or by kitty's number where it types none.
  /// - Parameters:
  ///   - code: The character without modifiers, the one with Shift, and the one at this place of an
  ///     English keyboard; in xterm's form, the character with Shift.
  ///   - modifiers: The modifiers and the event.
  ///   - text: The characters that are typed, where the terminal reports these.
  /// - Returns: The keys; none where they mean nothing.
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
    case 9: return modifiers.contains(.shift) ? nil : .tab
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

  /// Control and a key means what terminals send for it in the short form.
  private static func control(_ number: Int, placed: Int?) -> Key? {
    let ascii = (0..<0x80).contains(number) ? number : placed ?? 0
    return switch ascii {
    case 8, 9, 13, 27, 127: Key(typed: UInt32(ascii))
    case 0x3F: .backspace
    case 0x40...0x5F, 0x61...0x7A: Key(typed: UInt32(ascii & 0x1F))
    default: nil
    }
  }

  /// A character that can be seen, or a space; kitty's numbers of keys are in a private area.
  private static func character(_ number: Int) -> Key? {
    guard number >= 0x20, number != 0x7F, !(0xE000...0xF8FF).contains(number) else { return nil }
    return UInt32(exactly: number).flatMap { Key(typed: $0) }
  }

  /// kitty, Functional key definitions: the keys of the numeric pad.
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
  ]

  private static let lettered: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "M"): .enter,
  ]
}

nonisolated extension Key {
  /// The same key with Alt.
  var withAlt: Key { if case .alt = self { self } else { .alt(self) } }
}
