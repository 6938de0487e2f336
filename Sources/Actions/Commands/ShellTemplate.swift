package import Values

/// A command for the shell with places in it that photos are put into.
///
/// | place | what is put there |
/// | --- | --- |
/// | `%f` | the path of a photo: the whole command is run once for each |
/// | `%F` | the paths of all photos |
/// | `%d` | the folder of the photo, or of the first |
/// | `%n` | the name without folder: with `%f` that of the one photo, without it those of all |
/// | `%%` | a `%` |
///
/// Whatever is put there is quoted. Any other `%` stays, as in `date +%Y`. An `&` at the end has the command
/// run beside the browser, and is no part of it.
package struct ShellTemplate: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case text([UInt8])
    case file
    case files
    case folder
    case names
  }

  /// Whether it runs beside the browser, without the terminal.
  package let isInBackground: Bool
  private let pieces: [Piece]

  /// Reads a command as somebody has typed it.
  package init(_ text: String) {
    let ampersand = UInt8(ascii: "&")
    var bytes = Array(text.utf8).trimmed
    let before = bytes.dropLast().last
    isInBackground =
      bytes.last == ampersand && before != ampersand && before != UInt8(ascii: "\\")
    if isInBackground { bytes = Array(bytes.dropLast()).trimmed }
    pieces = Self.pieces(of: bytes)
  }

  /// Whether there is no command in it.
  package var isEmpty: Bool { pieces.isEmpty }

  /// Whether photos are put into it.
  package var takesPhotos: Bool {
    pieces.contains { if case .text = $0 { false } else { true } }
  }

  /// What the shell is given.
  /// - Parameter paths: The paths of the photos, absolute so that none looks like an option.
  /// - Returns: A script; where the command is run several times it ends with the last exit code that was none
  ///   of success.
  package func script(for paths: [ByteString]) -> ByteString {
    guard pieces.contains(.file) else { return ByteString(command(for: paths)) }
    let commands = paths.map { command(for: [$0]) }
    guard commands.count > 1 else { return ByteString(commands.first ?? []) }
    let runs = commands.map { Array("(\n".utf8) + $0 + Array("\n) || photocell=$?\n".utf8) }
    return ByteString(runs.joined() + Array("exit ${photocell:-0}\n".utf8))
  }

  private func command(for paths: [ByteString]) -> [UInt8] {
    pieces.flatMap { piece in
      switch piece {
      case .text(let bytes): bytes
      case .file: paths.first?.quoted ?? []
      case .files: Self.list(paths)
      case .folder: paths.first?.parent.quoted ?? []
      case .names: Self.list(paths.map(\.lastPart))
      }
    }
  }

  private static func list(_ words: [ByteString]) -> [UInt8] {
    Array(words.map(\.quoted).joined(separator: [UInt8(ascii: " ")]))
  }

  private static func pieces(of bytes: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var text: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      let place: Piece? =
        switch (byte, rest.first) {
        case (UInt8(ascii: "%"), UInt8(ascii: "f")): .file
        case (UInt8(ascii: "%"), UInt8(ascii: "F")): .files
        case (UInt8(ascii: "%"), UInt8(ascii: "d")): .folder
        case (UInt8(ascii: "%"), UInt8(ascii: "n")): .names
        default: nil
        }
      guard let place else {
        text.append(byte)
        if byte == UInt8(ascii: "%"), rest.first == byte { rest.removeFirst() }
        continue
      }
      rest.removeFirst()
      if !text.isEmpty { pieces.append(.text(text)) }
      text = []
      pieces.append(place)
    }
    return text.isEmpty ? pieces : pieces + [.text(text)]
  }
}

extension ByteString {
  /// The bytes as one word of a shell command, whatever they are.
  package var quoted: [UInt8] {
    let quote = UInt8(ascii: "'")
    if !bytes.isEmpty, bytes.allSatisfy({ Self.plain.contains($0) }) { return bytes }
    return [quote] + bytes.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] } + [quote]
  }

  /// What means nothing but itself to a shell.
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@+=:,./-".utf8)

  /// Everything behind the last slash.
  fileprivate var lastPart: ByteString {
    ByteString(bytes.suffix(bytes.reversed().prefix { $0 != UInt8(ascii: "/") }.count))
  }

  /// Everything before the last slash.
  fileprivate var parent: ByteString {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return ByteString(".") }
    return ByteString(bytes[..<Swift.max(1, slash)])
  }
}

extension [UInt8] {
  fileprivate var trimmed: [UInt8] {
    let space = UInt8(ascii: " ")
    let start = drop { $0 == space }
    return Array(start.prefix(start.count - start.reversed().prefix { $0 == space }.count))
  }
}
