import Imaging
import Terminal

/// Turns what ncurses has read into keys and mouse reports.
///
/// ncurses passes on what it does not recognise, character by character. All control sequences are
/// read to their end here (ECMA-48, section 5.4), so that neither pasted text nor a late reply from
/// the terminal is mistaken for commands.
nonisolated struct InputDecoder {
  private enum State {
    case ground
    case escape
    /// After `ESC [`, with the parameters so far.
    case control([UInt8])
    /// After `ESC O`: one more character.
    case single
    /// In a string that ends with ST, such as OSC, with its beginning so far.
    case string(ControlString)
    case stringEscape(ControlString)
    /// In a report of the mouse in its oldest form.
    case legacyMouse([UInt32])
    /// In pasted text, with as many characters of its end read.
    case paste(matched: Int)
  }

  private var state = State.ground
  /// What has been pasted so far; no more than anybody wants in a line of text.
  private var pasted = String.UnicodeScalarView()
  /// Whether a reply from the terminal is outstanding, so that the beginning of one is not mistaken
  /// for keys when it arrives in pieces.
  var isAnswerDue = false

  /// How long to wait for the rest of a reply; a slow line delivers it byte by byte.
  private static let answerPatience = Duration.seconds(1)

  /// What ends pasted text (mode 2004).
  private static let endOfPaste = Array("\u{1b}[201~".unicodeScalars.map(\.value))
  /// More characters than anybody pastes into a line.
  private static let pasteLimit = 4096
  /// More parameters than any sequence of interest has, in bytes.
  private static let parameterLimit = 128
  private static let escape: UInt32 = 0x1B

  /// Decodes one reading into what the user did: usually nothing or one thing.
  mutating func decode(_ reading: Reading) -> [DecodedInput] {
    switch reading {
    case .character(let value): character(value)
    case .key(let code): key(code)
    case .pause: isAnswerBegun ? [] : silence()
    case .silence: silence()
    }
  }

  /// Whether a sequence has begun and not ended.
  var isInSequence: Bool {
    if case .ground = state { false } else { true }
  }

  /// After a pause, how long to wait for more before `.silence` is to be decoded; nil where there is
  /// nothing to decide.
  var patience: Duration? { isAnswerBegun ? Self.answerPatience : nil }

  /// Whether what has come is how an answer that is due begins, or keys that look the same.
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
    case .escape: return afterEscape(value)
    case .control(let parameters): return control(parameters, value)
    case .single:
      state = .ground
      return final([], value)
    case .string(let content): return string(content, value)
    case .stringEscape(let content):
      state = .escape
      return value == 0x5C ? finish(Self.inputs(of: content)) : afterEscape(value)
    case .legacyMouse(let characters): return legacyMouse(characters + [value])
    case .paste(let matched): return paste(value, matched: matched)
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
  private mutating func silence() -> [DecodedInput] {
    switch state {
    case .escape: return finish([.key(.escape)])
    case .control([]), .single: return finish([])
    case .string(let string) where string.content.isEmpty: return finish([])
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
    default:
      guard let string = ControlString(introducer: value) else {
        return [.key(.escape)] + ground(value)
      }
      state = .string(string)
    }
    return []
  }

  private mutating func control(_ parameters: [UInt8], _ value: UInt32) -> [DecodedInput] {
    switch value {
    case 0x20..<0x40:
      if parameters.count < Self.parameterLimit { state = .control(parameters + [UInt8(value)]) }
      return []
    case 0x5B where parameters.isEmpty:  // the function keys of the Linux console: ESC [ [ A
      state = .string(ControlString(.other))
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
    if let answer = TerminalAnswer(parameters: parameters, final: final) {
      return [.answer(answer)]
    }
    // I and O (xterm, FocusIn and FocusOut).
    if parameters.isEmpty, value == 0x49 || value == 0x4F { return value == 0x49 ? [.focus] : [] }
    if parameters.elementsEqual("200".utf8), value == 0x7E {
      pasted = String.UnicodeScalarView()
      state = .paste(matched: 0)
      return []
    }
    return Key(parameters: parameters, final: final).map { [.key($0)] } ?? []
  }

  /// A string ends with ST, or as xterm has it with BEL.
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
    guard value == Self.endOfPaste[matched] else {
      state = .paste(matched: value == Self.escape ? 1 : 0)
      // What looked like the end was text.
      let text = Self.endOfPaste.prefix(matched) + [value]
      pasted += text.filter { $0 != Self.escape }.compactMap(Unicode.Scalar.init)
        .prefix(Self.pasteLimit - pasted.count)
      return []
    }
    guard matched + 1 == Self.endOfPaste.count else {
      state = .paste(matched: matched + 1)
      return []
    }
    return finish([.paste(String(pasted))])
  }
}

/// One thing that ncurses has read.
nonisolated enum Reading: Hashable {
  /// A character, as its scalar value.
  case character(UInt32)
  /// A key that ncurses knows a sequence of, as one of its `KEY_` numbers.
  case key(Int32)
  /// There is nothing more for now.
  case pause
  /// Nothing has arrived since the last pause within the decoder's patience.
  case silence
}

/// What the user did, before button reports become clicks, and what the terminal replied.
nonisolated enum DecodedInput: Hashable {
  case key(Key)
  /// Text was pasted.
  case paste(String)
  /// The window has got the focus.
  case focus
  case mouse(MouseReport)
  /// The terminal has answered one of the questions that it was asked.
  case answer(TerminalAnswer)
}
