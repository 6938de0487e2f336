/// Parses a template like a shell, to find the quoting and the command of each placeholder.
///
/// It covers POSIX.1-2017, XCU 2.2 to 2.9, and bash extensions. A parsing error can produce a wrong
/// argument but never one that the shell evaluates, as only variable expansions are inserted.
struct ShellScanner {
  private let bytes: [UInt8]
  private var position = 0
  private var text: [UInt8] = []
  private(set) var pieces: [ShellPiece] = []
  private var error: ShellTemplateError?
  private var commands: [ShellCommand] = []
  private var open: [ShellCommand] = [ShellCommand()]
  /// The number of `case` commands around each of them.
  private var caseDepths = [0]
  private var word: ShellWord?
  private var isTarget = false
  private var hasHereDocument = false
  private var isInHereDocument = false
  private var hasANSIQuotes = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The reason why the template must not be run with photos; nil if it may be, or takes none.
  var refusal: ShellTemplateError? {
    if let error { return error }
    guard let first = pieces.lazy.compactMap(\.placeholder).first else { return nil }
    if hasANSIQuotes { return .ansiQuotes(first) }
    return commands.lazy.compactMap(\.evaluator).first.map { .evaluated($0) }
  }

  mutating func scan() {
    while position < bytes.count { scanCommands(until: nil) }
    flushText()
  }

  // MARK: Commands

  private mutating func scanCommands(until closer: UInt8?) {
    var depth = 0
    // The parenthesis depth at which an arithmetic command started.
    var arithmetic: Int?
    defer { endCommand() }
    while let byte = peek() {
      // Ends the word first, as it may be `esac`.
      if byte == UInt8(ascii: ")") { endWord() }
      switch byte {
      case _ where byte == closer && depth == 0 && !isInCase: return
      case UInt8(ascii: "\\"): scanBackslash()
      case UInt8(ascii: "'"): scanSingleQuotes()
      case UInt8(ascii: "\""): scanDoubleQuotes()
      case UInt8(ascii: "`"): scanBackquotes()
      case UInt8(ascii: "$"): scanDollar(isQuoted: false)
      case UInt8(ascii: "#") where word == nil: scanComment()
      case UInt8(ascii: "("):
        if peek(1) == byte, arithmetic == nil { arithmetic = depth }
        depth += 1
        takeOperator()
      case UInt8(ascii: ")"):
        depth = max(0, depth - 1)
        if let start = arithmetic, depth <= start { arithmetic = nil }
        takeOperator()
      case UInt8(ascii: "<"), UInt8(ascii: ">"): scanRedirection()
      case UInt8(ascii: "|"):
        takeOperator()
        open[open.count - 1].readsPipe = peek() != byte && previous(1) != byte
        if peek() == UInt8(ascii: "&") { take() }
      case UInt8(ascii: "&") where peek(1) == UInt8(ascii: ">"):
        take()
        scanRedirection()
      case UInt8(ascii: ";"), UInt8(ascii: "&"): takeOperator()
      case UInt8(ascii: "\n"):
        takeOperator()
        isInHereDocument = isInHereDocument || hasHereDocument
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        endWord()
        take()
      case UInt8(ascii: "%"):
        if scanPercent(in: .none), arithmetic != nil { refuse { .arithmetic($0) } }
      default:
        note(byte)
        take()
      }
    }
  }

  private mutating func scanComment() {
    while let byte = peek(), byte != UInt8(ascii: "\n") {
      // Expansions in comments have no effect.
      if byte == UInt8(ascii: "%") { scanPercent(in: .double) } else { take() }
    }
    word = nil
  }

  private mutating func scanRedirection() {
    // A descriptor number is not a word.
    if let word, word.placeholderCount == 0, !word.bytes.isEmpty,
      word.bytes.allSatisfy({ (0x30...0x39).contains($0) })
    {
      self.word = nil
    }
    endWord()
    let (first, isHere) = (peek(), peek(1) == UInt8(ascii: "<"))
    take()
    if first == UInt8(ascii: ">") {
      while let byte = peek(), [0x3E, 0x26, 0x7C].contains(byte) { take() }
      isTarget = peek() != UInt8(ascii: "(")
    } else if isHere {
      take()
      if peek() == first {
        take()
        open[open.count - 1].hasHereString = true
      } else {
        hasHereDocument = true
        // The delimiter is taken literally.
        while let byte = peek(), byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ") { take() }
        if let placeholder = placeholder() { error = error ?? .hereDocument(placeholder) }
      }
    } else if peek() == UInt8(ascii: "(") {
      open[open.count - 1].hasHereString = true
    } else {
      if peek() == UInt8(ascii: "&") { take() }
      isTarget = true
    }
  }

  // MARK: Quotes and expansions

  private mutating func scanBackslash() {
    take()
    if let placeholder = placeholder() { error = error ?? .backslash(placeholder) }
    if peek() == UInt8(ascii: "%") {
      scanPercent(in: .none)
    } else if let byte = peek() {
      note(byte)
      take()
    }
  }

  private mutating func scanSingleQuotes() {
    word = word ?? ShellWord()
    take()
    while let byte = peek(), byte != UInt8(ascii: "'") {
      if byte == UInt8(ascii: "%") {
        scanPercent(in: .single)
      } else {
        note(byte)
        take()
      }
    }
    take()
  }

  private mutating func scanDoubleQuotes() {
    word = word ?? ShellWord()
    take()
    while let byte = peek(), byte != UInt8(ascii: "\"") {
      switch byte {
      case UInt8(ascii: "\\"): scanBackslash()
      case UInt8(ascii: "`"): scanBackquotes()
      case UInt8(ascii: "$"): scanDollar(isQuoted: true)
      case UInt8(ascii: "%"): scanPercent(in: .double)
      default:
        note(byte)
        take()
      }
    }
    take()
  }

  private mutating func scanBackquotes() {
    scanRaw(until: UInt8(ascii: "`")) { .backquotes($0) }
    word?.hasExpansion = true
  }

  private mutating func scanDollar(isQuoted: Bool) {
    note(UInt8(ascii: "$"))
    word?.hasExpansion = true
    take()
    switch (peek(), peek(1)) {
    case (UInt8(ascii: "("), UInt8(ascii: "(")):
      scanRaw(until: UInt8(ascii: ")"), nesting: UInt8(ascii: "(")) { .arithmetic($0) }
    case (UInt8(ascii: "("), _):
      let outer = (word, isTarget)
      (word, isTarget) = (nil, false)
      take()
      open.append(ShellCommand())
      caseDepths.append(0)
      scanCommands(until: UInt8(ascii: ")"))
      open.removeLast()
      caseDepths.removeLast()
      take()
      (word, isTarget) = outer
    case (UInt8(ascii: "{"), _):
      scanRaw(until: UInt8(ascii: "}"), nesting: UInt8(ascii: "{")) { .parameter($0) }
    case (UInt8(ascii: "["), _):
      scanRaw(until: UInt8(ascii: "]"), nesting: UInt8(ascii: "[")) { .arithmetic($0) }
    case (UInt8(ascii: "'"), _) where !isQuoted: hasANSIQuotes = true
    default: break
    }
  }

  private mutating func scanRaw(
    until end: UInt8, nesting begin: UInt8? = nil,
    _ reason: (ShellPlaceholder) -> ShellTemplateError
  ) {
    var depth = 1
    note(bytes[position])
    take()
    while depth > 0, let byte = peek() {
      if byte == UInt8(ascii: "%") {
        if scanPercent(in: .double) { refuse(reason) }
        continue
      }
      if byte == UInt8(ascii: "\\") { take() }
      if byte == end { depth -= 1 } else if byte == begin { depth += 1 }
      if let byte = peek() { note(byte) }
      take()
    }
  }

  // MARK: Placeholders

  /// Consumes a `%` and its letter; returns whether it was a placeholder.
  @discardableResult
  private mutating func scanPercent(in quoting: ShellQuoting) -> Bool {
    guard let placeholder = placeholder() else {
      note(UInt8(ascii: "%"))
      take()
      // `%%` is a single `%` for the shell.
      if peek() == UInt8(ascii: "%") { position += 1 }
      return false
    }
    if isInHereDocument { error = error ?? .hereDocument(placeholder) }
    flushText()
    pieces.append(.placeholder(placeholder, quoting))
    position += 2
    word = word ?? ShellWord()
    if word?.isSubscript == true { error = error ?? .arithmetic(placeholder) }
    word?.placeholderCount += 1
    return true
  }

  private func placeholder() -> ShellPlaceholder? {
    guard peek() == UInt8(ascii: "%") else { return nil }
    return peek(1).flatMap(ShellPlaceholder.init(rawValue:))
  }

  private mutating func refuse(_ reason: (ShellPlaceholder) -> ShellTemplateError) {
    guard error == nil, let placeholder = pieces.last?.placeholder else { return }
    error = reason(placeholder)
  }

  // MARK: Bytes and words

  private func peek(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private func previous(_ offset: Int) -> UInt8? {
    position - 1 - offset >= 0 ? bytes[position - 1 - offset] : nil
  }

  private mutating func take() {
    guard let byte = peek() else { return }
    text.append(byte)
    position += 1
  }

  private mutating func takeOperator() {
    endCommand()
    take()
  }

  private mutating func note(_ byte: UInt8) {
    word = word ?? ShellWord()
    word?.bytes.append(byte)
  }

  private mutating func endWord() {
    guard let word else { return }
    if isTarget {
      (isTarget, self.word) = (false, nil)
      return
    }
    if open[open.count - 1].words.allSatisfy({ ShellCommand.prefixes.contains($0.string) }) {
      if word.string == "case" { caseDepths[open.count - 1] += 1 }
      if word.string == "esac" { caseDepths[open.count - 1] -= 1 }
    }
    open[open.count - 1].words.append(word)
    self.word = nil
  }

  private var isInCase: Bool { caseDepths[open.count - 1] > 0 }

  private mutating func endCommand() {
    endWord()
    isTarget = false
    let command = open[open.count - 1]
    if !command.words.isEmpty { commands.append(command) }
    // The command after a pipe may be in parentheses or on the next line.
    let readsPipe = command.words.isEmpty && command.readsPipe
    open[open.count - 1] = ShellCommand(readsPipe: readsPipe)
  }

  private mutating func flushText() {
    if !text.isEmpty { pieces.append(.text(text)) }
    text = []
  }
}
