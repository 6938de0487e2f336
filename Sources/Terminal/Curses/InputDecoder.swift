/// Decodes input read by ncurses into keys and mouse reports.
///
/// All control sequences are parsed to their end (ECMA-48, section 5.4), so that neither pasted
/// text nor a late reply from the terminal is taken for commands.
struct InputDecoder {
  private enum State {
    case ground
    /// After ESC; `isAlone` if pressed: nothing else was in the same read.
    case escape(isAlone: Bool)
    /// After `ESC [`, with the parameter bytes.
    case control([UInt8])
    /// After `ESC O`; one more character follows.
    case single
    case string(ControlString)
    case stringEscape(ControlString)
    case legacyMouse([UInt32])
    /// With the matched length of the end marker.
    case paste(matched: Int)
  }

  private var state = State.ground
  /// Another ESC preceded in the same read: Alt as rxvt sends it.
  private var isMeta = false
  /// Whether nothing arrived for `restPatience` in the middle of a sequence or paste.
  ///
  /// The next input is a key if it comes alone, else the rest of the sequence.
  private var isStalled = false
  private var firstAfterStall: Reading?
  private var pasted: [Unicode.Scalar] = []
  /// Counts consecutive reads of Ctrl-C alone: two are an interrupt, as no paste arrives like that.
  private var pasteRead: (count: Int, last: UInt32, interrupts: Int) = (0, 0, 0)
  /// Prevents the beginning of a reply that arrives in pieces from being taken for keys.
  var isAnswerDue = false

  /// Slow lines deliver replies byte by byte.
  private static let restPatience = Duration.seconds(1)

  private static let endOfPaste = Array("\u{1b}[201~".unicodeScalars.map(\.value))
  private static let pasteLimit = 4096
  private static let maxParameterBytes = 128
  private static let escape: UInt32 = 0x1B
  private static let interrupt: UInt32 = 0x03

  mutating func decode(_ reading: Reading) -> [DecodedInput] {
    guard isStalled else { return take(reading) }
    let isEnd = reading == .pause || reading == .silence
    guard let first = firstAfterStall else {
      if !isEnd { firstAfterStall = reading }
      return []
    }
    firstAfterStall = nil
    isStalled = false
    if isEnd { _ = finish([]) }
    return take(first) + take(reading)
  }

  private mutating func take(_ reading: Reading) -> [DecodedInput] {
    switch reading {
    case .character(let value): return character(value)
    case .key(let code): return key(code)
    case .pause:
      if case .paste = state { return endReadOfPaste() }
      guard isAnswerBegun else { return settle() }
      if case .escape = state { state = .escape(isAlone: true) }
      return []
    case .silence: return settle() + stall()
    }
  }

  var isInSequence: Bool { if case .ground = state { false } else { true } }

  var patience: Duration? { isInSequence && !isStalled ? Self.restPatience : nil }

  private var isAnswerBegun: Bool {
    guard isAnswerDue else { return false }
    return switch state {
    case .escape, .control([]): true
    case .string(let string): string.content.isEmpty
    default: false
    }
  }

  private mutating func character(_ value: UInt32) -> [DecodedInput] {
    switch state {
    case .ground: return ground(value)
    case .escape(let isAlone): return afterEscape(value, isAlone: isAlone)
    case .control(let parameters): return control(parameters, value)
    case .single:
      state = .ground
      return final([], value)
    case .string(let content): return string(content, value)
    case .stringEscape(let content):
      guard value == 0x5C else { return afterEscape(value, isAlone: false) }
      return finish(Self.inputs(of: content))
    case .legacyMouse(let characters): return legacyMouse(characters + [value])
    case .paste(let matched): return paste(value, matched: matched)
    }
  }

  /// A key aborts any sequence but does not end a paste.
  private mutating func key(_ code: Int32) -> [DecodedInput] {
    let key = Key(code: code)
    switch state {
    case .paste:
      state = .paste(matched: 0)
      return []
    case .escape(isAlone: false): return alt(key)
    case .escape: return finish([.key(.escape)] + Self.inputs(of: key))
    default: return finish(Self.inputs(of: key))
    }
  }

  /// Escape or Alt with a bracket does not begin a sequence then.
  private mutating func settle() -> [DecodedInput] {
    switch state {
    case .escape: return finish([.key(isMeta ? .alt(.escape) : .escape)])
    case .control([]), .single: return finish([])
    case .string(let string) where string.content.isEmpty: return finish([])
    default: return []
    }
  }

  private mutating func stall() -> [DecodedInput] {
    isStalled = isInSequence
    guard case .paste = state, !pasted.isEmpty else { return [] }
    defer { pasted = [] }
    return [.paste(pastedText)]
  }

  private mutating func endReadOfPaste() -> [DecodedInput] {
    let isInterrupt = pasteRead.count == 1 && pasteRead.last == Self.interrupt
    if pasteRead.count > 0 { pasteRead = (0, 0, isInterrupt ? pasteRead.interrupts + 1 : 0) }
    return pasteRead.interrupts < 2 ? [] : finish([.key(.control("c"))])
  }

  private mutating func finish(_ inputs: [DecodedInput]) -> [DecodedInput] {
    state = .ground
    isMeta = false
    return inputs
  }

  private mutating func ground(_ value: UInt32) -> [DecodedInput] {
    if value == Self.escape {
      _ = finish([])
      state = .escape(isAlone: false)
      return []
    }
    return finish(Self.inputs(of: Key(typed: value)))
  }

  private static func inputs(of key: Key?) -> [DecodedInput] { key.map { [.key($0)] } ?? [] }

  private mutating func alt(_ key: Key?) -> [DecodedInput] {
    finish(key.map { behindEscape + [.key($0.withAlt)] } ?? [])
  }

  private mutating func afterEscape(_ value: UInt32, isAlone: Bool) -> [DecodedInput] {
    switch value {
    case Self.escape:
      defer { state = .escape(isAlone: false) }
      if isAlone { return finish([.key(.escape)]) }
      if isMeta { return finish([.key(.alt(.escape))]) }
      isMeta = true
      return []
    case 0x5B: state = .control([])  // [
    case 0x4F: state = .single  // O
    default:
      guard let string = ControlString(introducer: value) else {
        return isAlone
          ? finish([.key(.escape)]) + ground(value) : alt(Key(typed: value))
      }
      defer { state = .string(string) }
      return isMeta ? finish([.key(.escape)]) : []
    }
    return []
  }

  private mutating func control(_ parameters: [UInt8], _ value: UInt32) -> [DecodedInput] {
    switch value {
    case 0x20..<0x40:
      if parameters.count < Self.maxParameterBytes { state = .control(parameters + [UInt8(value)]) }
      return []
    case 0x5B where parameters.isEmpty:  // the function keys of the Linux console: ESC [ [ A
      state = .string(ControlString(.sosOrPM))
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
    guard let final = UInt8(exactly: value) else { return finish([]) }
    if parameters.first == UInt8(ascii: "<") {
      guard value == 0x4D || value == 0x6D else { return finish([]) }
      let report = MouseReport(parameters: parameters, isRelease: value == 0x6D)
      return finish(report.map { behindEscape + [.mouse($0)] } ?? [])
    }
    if let answer = TerminalAnswer(parameters: parameters, final: final) {
      return finish(behindEscape + [.answer(answer)])
    }
    // FocusIn and FocusOut (xterm): I and O.
    if parameters.isEmpty, value == 0x49 || value == 0x4F {
      return finish(behindEscape + (value == 0x49 ? [.focus] : []))
    }
    if parameters.elementsEqual("200".utf8), value == 0x7E {
      pasted = []
      pasteRead = (0, 0, 0)
      let inputs = finish(behindEscape)
      state = .paste(matched: 0)
      return inputs
    }
    let keys = KeyReport.keys(parameters: parameters, final: final)
    return finish(keys.map { .key(isMeta ? $0.withAlt : $0) })
  }

  private var behindEscape: [DecodedInput] { isMeta ? [.key(.escape)] : [] }

  /// Strings end with ST, or with BEL as in xterm.
  private mutating func string(_ content: ControlString, _ value: UInt32) -> [DecodedInput] {
    switch value {
    case Self.escape: state = .stringEscape(content)
    case 0x07: return finish(Self.inputs(of: content))
    case 0..<0x20: state = .ground
    default:
      var content = content
      content.append(value)
      state = .string(content)
    }
    return []
  }

  private static func inputs(of string: ControlString) -> [DecodedInput] {
    TerminalAnswer(string).map { [.answer($0)] } ?? []
  }

  private mutating func legacyMouse(_ characters: [UInt32]) -> [DecodedInput] {
    guard characters.count == 3 else {
      state = .legacyMouse(characters)
      return []
    }
    return finish(MouseReport(legacy: characters).map { [.mouse($0)] } ?? [])
  }

  private mutating func paste(_ value: UInt32, matched: Int) -> [DecodedInput] {
    (pasteRead.count, pasteRead.last) = (pasteRead.count + 1, value)
    guard value == Self.endOfPaste[matched] else {
      state = .paste(matched: value == Self.escape ? 1 : 0)
      guard pasted.count < Self.pasteLimit else { return [] }
      let text = Self.endOfPaste.prefix(matched) + [value]
      pasted += text.filter { $0 != Self.escape }.compactMap(Unicode.Scalar.init)
        .prefix(Self.pasteLimit - pasted.count)
      return []
    }
    guard matched + 1 == Self.endOfPaste.count else {
      state = .paste(matched: matched + 1)
      return []
    }
    return finish([.paste(pastedText)])
  }

  private var pastedText: String { String(String.UnicodeScalarView(pasted)) }
}

enum Reading: Hashable {
  case character(UInt32)
  case key(Int32)
  case pause, silence
}

enum DecodedInput: Hashable {
  case key(Key)
  case paste(String)
  case focus
  case mouse(MouseReport)
  case answer(TerminalAnswer)
}
