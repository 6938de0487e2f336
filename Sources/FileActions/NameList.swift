package import Base

/// Names as editable text, one a line.
///
/// A backslash is doubled and a line feed is `\\n`. Control characters, invalid UTF-8 and byte
/// order marks are written as `\\x` with two digits. A carriage return at the end of a line and a
/// byte order mark at the start are therefore the editor's, and not part of a name.
///
/// A tab, blanks and `#` begin a comment, as no name is written with a tab. A line whose comment
/// begins with `##` has no name, even if an editor put text before the tab of every line.
package enum NameList {
  package static func text(of names: [ByteString], comments: [String] = []) -> [UInt8] {
    names.enumerated().flatMap { place, name -> [UInt8] in
      let comment = comments.indices.contains(place) ? comments[place] : ""
      return line(of: name) + (comment.isEmpty ? [] : Array("\t# ".utf8) + oneLine(comment))
        + [UInt8(ascii: "\n")]
    }
  }

  package static func head(_ lines: [String]) -> [UInt8] {
    lines.flatMap { Array("\t## ".utf8) + oneLine($0) + [UInt8(ascii: "\n")] }
  }

  package static func withoutHead(_ text: [UInt8]) -> [UInt8] {
    lines(of: text).flatMap { $0 + [UInt8(ascii: "\n")] }
  }

  package static func names(in text: [UInt8], count: Int) throws(NameListError) -> [ByteString] {
    var lines = lines(of: text)
    while lines.count > count, let last = lines.last, last.isEmpty || last == [UInt8(ascii: "\r")] {
      lines.removeLast()
    }
    guard lines.count == count else { throw .count(lines: lines.count, photos: count) }
    var names: [ByteString] = []
    for (index, line) in lines.enumerated() {
      let text = line[..<(commentStart(in: line) ?? line.endIndex)]
      let name = name(in: text.last == UInt8(ascii: "\r") ? text.dropLast() : text)
      guard let name else { throw .badEscape(line: index + 1) }
      guard !name.bytes.isEmpty else { throw .noName(line: index + 1) }
      names.append(name)
    }
    return names
  }

  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    let text = text.dropFirst(text.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The last newline is a terminator.
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.filter { line in
      guard let start = commentStart(in: line) else { return true }
      return !line[start...].drop { $0 != "#" }.starts(with: "##".utf8)
    }
  }

  private static func commentStart(in line: ArraySlice<UInt8>) -> Int? {
    var rest = line
    while let tab = rest.firstIndex(where: { $0 == "\t" }) {
      rest = rest[tab...].drop { $0 == "\t" || $0 == " " }
      if rest.first == "#" { return tab }
    }
    return nil
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func oneLine(_ text: String) -> [UInt8] {
    text.utf8.map { $0.isControl ? UInt8(ascii: "?") : $0 }
  }

  private static func line(of name: ByteString) -> [UInt8] {
    var line: [UInt8] = []
    var rest = name.bytes[...]
    while let byte = rest.first {
      let length = rest.starts(with: byteOrderMark) ? 0 : characterLength(of: rest)
      switch byte {
      case UInt8(ascii: "\\"): line += Array("\\\\".utf8)
      case UInt8(ascii: "\n"): line += Array("\\n".utf8)
      case _ where length == 0 || byte < 0x20 || byte == 0x7F:
        let digits = String(byte, radix: 16, uppercase: true)
        line += Array("\\x\(digits.count < 2 ? "0" : "")\(digits)".utf8)
      default: line += rest.prefix(length)
      }
      rest = rest.dropFirst(max(1, length))
    }
    return line
  }

  /// The length in bytes of the first character; 0 if the bytes are not valid UTF-8.
  private static func characterLength(of bytes: ArraySlice<UInt8>) -> Int {
    (1...4).first { length in
      bytes.count >= length
        && String(validating: bytes.prefix(length), as: UTF8.self)?.unicodeScalars.count == 1
    } ?? 0
  }

  private static func name(in line: ArraySlice<UInt8>) -> ByteString? {
    var name: [UInt8] = []
    var rest = line
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        name.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "\\"): name.append(byte)
      case UInt8(ascii: "n"): name.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "x"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
        name.append(value)
        rest = rest.dropFirst(2)
      default: return nil
      }
    }
    return ByteString(name)
  }
}

/// Nothing is renamed.
package enum NameListError: Error, Hashable, Sendable, CustomStringConvertible {
  case count(lines: Int, photos: Int)
  /// An unknown escape sequence; lines are counted from 1.
  case badEscape(line: Int)
  case noName(line: Int)
  case unreadable(SystemError)
  /// `edits` is the file with a list that was edited before.
  case unwritable(SystemError, edits: FileName?)

  func below(_ count: Int) -> NameListError {
    switch self {
    case .badEscape(let line): .badEscape(line: line + count)
    case .noName(let line): .noName(line: line + count)
    case .count, .unreadable, .unwritable: self
    }
  }

  package var description: String {
    switch self {
    case .count(let lines, let photos): "Not renamed: \(photos) names expected, \(lines) given"
    case .badEscape(let line):
      "Not renamed: line \(line) has an invalid escape (use \\\\, \\n or \\x and two digits)"
    case .noName(let line): "Not renamed: the name in line \(line) is empty"
    case .unreadable(let error): "Not renamed: the list cannot be read: \(error)"
    case .unwritable(let error, nil): "Not renamed: the list cannot be written: \(error)"
    case .unwritable(let error, let edits?):
      "Not renamed: the list cannot be written: \(error); your names are in \(edits)"
    }
  }
}

/// A list of names for an editor; all operations block.
package struct NameListFile: Hashable, Sendable {
  /// An editor that is a script may never make the list valid.
  private static let maxTries = 10
  private static let shownProblems = 20
  private static let rules = [
    "One name a line, in the order of the photos. A tab and # begin a comment, which is ignored.",
    "Save the list unchanged to rename nothing.",
  ]
  private static let rulesOfRetry = [
    "Nothing was renamed yet. Save the list unchanged or empty to cancel.", rules[0],
  ]

  package let photos: [ByteString]
  /// Untrusted texts behind the names, by position; empty for none.
  package var comments: [String] = []
  /// The list that was edited last and refused; nil before that.
  package private(set) var refused: [UInt8]?

  private let folder: String
  private var file: EditorFile
  private var problems: [String] = []
  private var tries = 0
  private var former: EditorFile?

  package init(in folder: String, for photos: [ByteString]) {
    self.folder = folder
    self.photos = photos
    file = EditorFile(in: folder, of: "names")
  }

  package var path: ByteString { file.path }

  private var head: [String] { problems.isEmpty ? Self.rules : problems + Self.rulesOfRetry }

  /// The error with the line numbers of the file: `read` drops the lines of `head`.
  package func located(_ error: NameListError) -> NameListError { error.below(head.count) }

  /// The list to be edited again, with the reasons; nil after too many tries.
  package func refusing(_ text: [UInt8], for reasons: [String]) -> NameListFile? {
    guard tries < Self.maxTries else { return nil }
    var next = self
    next.file = EditorFile(in: folder, of: "names")
    next.former = file
    next.refused = text
    next.tries += 1
    next.problems = Array(reasons.prefix(Self.shownProblems))
    if reasons.count > Self.shownProblems {
      next.problems.append("and \(reasons.count - Self.shownProblems) more")
    }
    return next
  }

  package func refusing(_ text: [UInt8], for error: NameListError) -> NameListFile? {
    refusing(text, for: ["\(error.below(1 + Self.rulesOfRetry.count))"])
  }

  /// Writes the file; that of the refused list is removed then.
  package func write() throws(NameListError) {
    let text = refused ?? NameList.text(of: photos.map(\.lastName), comments: comments)
    try rethrowing(as: { NameListError.unwritable($0, edits: former.map { FileName($0.path) }) }) {
      () throws(SystemError) in try file.write(NameList.head(head) + text)
    }
    former?.remove()
  }

  package func read() throws(NameListError) -> [UInt8] {
    NameList.withoutHead(try rethrowing(as: NameListError.unreadable, file.read))
  }

  package func renames(in text: [UInt8]) throws(NameListError) -> [FileRename] {
    let names = try NameList.names(in: text, count: photos.count)
    return zip(photos, names).filter { $0.lastName != $1 }.map { FileRename($0, to: $1) }
  }

  package func remove() { file.remove() }
}
