package import Base
import Glibc

/// Names as editable text, one a line.
///
/// A backslash is doubled and a line feed is `\\n`. Control characters, invalid UTF-8 and byte
/// order marks are written as `\\x` with two digits. A carriage return at the end of a line and a
/// byte order mark at the start are therefore the editor's, and not part of a name.
package enum NameList {
  package static func text(of names: [ByteString]) -> [UInt8] {
    names.flatMap { line(of: $0) + [UInt8(ascii: "\n")] }
  }

  /// Parses exactly `count` names.
  package static func names(
    in text: [UInt8], count: Int
  ) throws(NameListError) -> [ByteString] {
    let text = text.dropFirst(text.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // The last newline is a terminator.
    if lines.last?.isEmpty == true { lines.removeLast() }
    while lines.count > count, let last = lines.last, last.isEmpty || last == [UInt8(ascii: "\r")] {
      lines.removeLast()
    }
    guard lines.count == count else { throw .count(lines: lines.count, photos: count) }
    var names: [ByteString] = []
    for (index, line) in lines.enumerated() {
      let name = name(in: line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
      guard let name else { throw .badEscape(line: index + 1) }
      names.append(name)
    }
    return names
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

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

/// The reason why an edited list is invalid; nothing is renamed.
package enum NameListError: Error, Hashable, Sendable {
  case count(lines: Int, photos: Int)
  /// An unknown escape sequence; lines are counted from 1.
  case badEscape(line: Int)
  case unreadable(SystemError)
}

extension NameListError: CustomStringConvertible {
  /// A sentence for users, without a period.
  package var description: String {
    switch self {
    case .count(let lines, let photos):
      "Not renamed: \(photos) names expected, \(lines) given"
    case .badEscape(let line):
      "Not renamed: line \(line) has an invalid escape (use \\\\, \\n or \\x and two digits)"
    case .unreadable(let error): "Not renamed: the list cannot be read: \(error)"
    }
  }
}

/// A list of names for an editor, in a file readable only by the user; all operations block.
package struct NameListFile: Hashable, Sendable {
  /// In bytes.
  private static let limit = 256 << 20

  package let path: ByteString
  package let photos: [ByteString]

  /// Chooses an unused path in `folder`; nothing is written yet.
  package init(in folder: String, for photos: [ByteString]) {
    let number = String(UInt64.random(in: 0 ... .max), radix: 36)
    path = ByteString("\(folder)/photocell-names-\(number).txt")
    self.photos = photos
  }

  package func write() throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let number = unsafe open(path.cString, flags, 0o600)
    guard number >= 0 else { throw .last }
    let file = Descriptor(taking: number)
    if let failure = writeAll(NameList.text(of: photos.map(\.lastName)), to: file.number) {
      throw failure
    }
  }

  package func renames() throws(NameListError) -> [FileRename] {
    guard let file = LongPath.open(path.bytes, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) else {
      throw .unreadable(.last)
    }
    let size = min(Self.limit, Int(file.status?.st_size ?? 0))
    var text: [UInt8] = []
    let failure = file.read(size, at: 0, into: &text)
    guard failure == 0 else { throw .unreadable(SystemError(failure)) }
    let names = try NameList.names(in: text, count: photos.count)
    return zip(photos, names).filter { $0.lastName != $1 }.map { FileRename($0, to: $1) }
  }

  package func remove() {
    unsafe unlink(path.cString)
  }
}
