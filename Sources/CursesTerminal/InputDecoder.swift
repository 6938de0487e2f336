import Terminal

/// Makes keys and reports of the mouse of what ncurses has read.
///
/// ncurses hands on what it does not know, character by character. Here all control sequences are
/// read to their end (ECMA-48, section 5.4), so that neither pasted text nor a late answer of the
/// terminal is taken for commands.
nonisolated struct InputDecoder {
  private enum State {
    case ground
    case escape
    /// After `ESC [`, with the parameters so far.
    case control([UInt8])
    /// After `ESC O`: one more character.
    case single
    /// In a string that ends with ST, such as OSC; whether anything stands in it yet.
    case string(isEmpty: Bool)
    case stringEscape
    /// In a report of the mouse in its oldest form.
    case legacyMouse([UInt32])
    /// In pasted text, with as many characters of its end read.
    case paste(matched: Int)
  }

  private var state = State.ground

  /// What ends pasted text (mode 2004).
  private static let endOfPaste = Array("\u{1b}[201~".unicodeScalars.map(\.value))
  /// More parameters than any sequence of interest has, in bytes.
  private static let parameterLimit = 32
  private static let escape: UInt32 = 0x1B

  /// Takes one reading, and tells what the user did: usually nothing or one thing.
  mutating func decode(_ reading: Reading) -> [DecodedInput] {
    switch reading {
    case .character(let value): character(value)
    case .key(let code): key(code)
    case .pause: pause()
    }
  }

  private mutating func character(_ value: UInt32) -> [DecodedInput] {
    switch state {
    case .ground: return ground(value)
    case .escape: return afterEscape(value)
    case .control(let parameters): return control(parameters, value)
    case .single:
      state = .ground
      return final([], value)
    case .string: return string(value)
    case .stringEscape:
      state = .escape
      return value == 0x5C ? finish([]) : afterEscape(value)
    case .legacyMouse(let characters): return legacyMouse(characters + [value])
    case .paste(let matched):
      paste(value, matched: matched)
      return []
    }
  }

  /// A key cuts off whatever was going on, but does not end pasted text.
  private mutating func key(_ code: Int32) -> [DecodedInput] {
    let key = Key(code: code).map { DecodedInput.key($0) }
    switch state {
    case .paste:
      state = .paste(matched: 0)
      return []
    case .escape:
      return finish([.key(.escape)] + [key].compactMap(\.self))
    default: return finish([key].compactMap(\.self))
    }
  }

  /// What was typed as Escape, or as Alt and a bracket, begins no sequence when nothing follows.
  private mutating func pause() -> [DecodedInput] {
    switch state {
    case .escape: return finish([.key(.escape)])
    case .control([]), .single, .string(isEmpty: true): return finish([])
    default: return []
    }
  }

  private mutating func finish(_ inputs: [DecodedInput]) -> [DecodedInput] {
    state = .ground
    return inputs
  }

  private mutating func ground(_ value: UInt32) -> [DecodedInput] {
    if value == Self.escape {
      state = .escape
      return []
    }
    state = .ground
    return Key(typed: value).map { [.key($0)] } ?? []
  }

  private mutating func afterEscape(_ value: UInt32) -> [DecodedInput] {
    switch value {
    case Self.escape: return [.key(.escape)]
    case 0x5B: state = .control([])  // [
    case 0x4F: state = .single  // O
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F: state = .string(isEmpty: true)  // DCS SOS OSC PM APC
    default: return [.key(.escape)] + ground(value)
    }
    return []
  }

  private mutating func control(_ parameters: [UInt8], _ value: UInt32) -> [DecodedInput] {
    switch value {
    case 0x20..<0x40:
      if parameters.count < Self.parameterLimit { state = .control(parameters + [UInt8(value)]) }
      return []
    case 0x5B where parameters.isEmpty:  // the function keys of the Linux console: ESC [ [ A
      state = .string(isEmpty: true)
      return []
    case 0x4D where parameters.isEmpty:  // M
      state = .legacyMouse([])
      return []
    case 0x40..<0x7F: return final(parameters, value)
    default: return ground(value)
    }
  }

  private mutating func final(_ parameters: [UInt8], _ value: UInt32) -> [DecodedInput] {
    state = .ground
    guard let final = UInt8(exactly: value) else { return [] }
    if parameters.first == UInt8(ascii: "<") {
      guard value == 0x4D || value == 0x6D else { return [] }
      let report = MouseReport(parameters: parameters, isRelease: value == 0x6D)
      return report.map { [.mouse($0)] } ?? []
    }
    if parameters.elementsEqual("200".utf8), value == 0x7E {
      state = .paste(matched: 0)
      return []
    }
    return Key(parameters: parameters, final: final).map { [.key($0)] } ?? []
  }

  private mutating func string(_ value: UInt32) -> [DecodedInput] {
    switch value {
    case Self.escape: state = .stringEscape
    case 0..<0x20: state = .ground
    default: state = .string(isEmpty: false)
    }
    return []
  }

  private mutating func legacyMouse(_ characters: [UInt32]) -> [DecodedInput] {
    guard characters.count == 3 else {
      state = .legacyMouse(characters)
      return []
    }
    return finish(MouseReport(legacy: characters).map { [.mouse($0)] } ?? [])
  }

  private mutating func paste(_ value: UInt32, matched: Int) {
    if value == Self.endOfPaste[matched] {
      let isEnd = matched + 1 == Self.endOfPaste.count
      state = isEnd ? .ground : .paste(matched: matched + 1)
    } else {
      state = .paste(matched: value == Self.escape ? 1 : 0)
    }
  }
}
