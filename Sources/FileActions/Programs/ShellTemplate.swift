package import Base

/// A shell command with placeholders for photos.
///
/// | placeholder | value |
/// | --- | --- |
/// | `%f` | the path of a photo; the command is run once for each |
/// | `%F` | the paths of all photos |
/// | `%d` | the folder of the photo, or of the first |
/// | `%n` | the name without folder; with `%f` that of the photo, otherwise all names |
/// | `%%` | a `%` |
///
/// Values never become part of the command's text. They are assigned to variables before it, and a
/// placeholder becomes a variable expansion, quoted as the surrounding quotes require. The shell
/// does not evaluate the result of an expansion, so a name is one argument whatever it contains.
/// If something would evaluate it again, as `eval` does, the command is refused (``refusal``). Any
/// other `%` is unchanged, as in `date +%Y`. A trailing `&` runs the command in the background and
/// is not part of it.
package struct ShellTemplate: Hashable, Sendable {
  package let isInBackground: Bool
  package let refusal: ShellTemplateError?
  private let pieces: [ShellPiece]

  package init(_ text: String) {
    let ampersand = UInt8(ascii: "&")
    var bytes = Array(text.utf8).trimmed
    let before = bytes.dropLast().last
    isInBackground = bytes.last == ampersand && before != ampersand && before != UInt8(ascii: "\\")
    if isInBackground { bytes = Array(bytes.dropLast()).trimmed }
    var scanner = ShellScanner(bytes)
    scanner.scan()
    pieces = scanner.pieces
    refusal = scanner.refusal
  }

  package var isEmpty: Bool { pieces.isEmpty }

  package var takesPhotos: Bool { pieces.contains { $0.placeholder != nil } }

  /// `paths` must be absolute so that none looks like an option. If the command runs several times,
  /// the script exits with the last nonzero exit code.
  package func script(for paths: [ByteString]) -> ByteString {
    guard takesPhotos else { return ByteString(command(for: 0)) }
    guard has(.file), paths.count > 1 else {
      return ByteString(assignments(for: paths) + command(for: paths.count))
    }
    let command = command(for: 1)
    let runs = paths.map { path in
      assignments(for: [path]) + Array("(\n".utf8) + command + Array("\n) || photocell=$?\n".utf8)
    }
    return ByteString(runs.joined() + Array("exit ${photocell:-0}\n".utf8))
  }

  private func has(_ placeholder: ShellPlaceholder) -> Bool {
    pieces.contains { $0.placeholder == placeholder }
  }

  private func assignments(for paths: [ByteString]) -> [UInt8] {
    ShellPlaceholder.allCases.filter(has).flatMap { placeholder in
      placeholder.values(for: paths).enumerated().flatMap { number, value in
        placeholder.variable(number) + [UInt8(ascii: "=")] + value.quoted + [UInt8(ascii: "\n")]
      }
    }
  }

  private func command(for count: Int) -> [UInt8] {
    pieces.flatMap { piece in
      switch piece {
      case .text(let bytes): bytes
      case .placeholder(let placeholder, let quoting):
        quoting.expansion(
          of: (0..<(placeholder.isList ? count : min(1, count))).map(placeholder.variable))
      }
    }
  }
}

enum ShellPiece: Hashable, Sendable {
  case text([UInt8])
  case placeholder(ShellPlaceholder, ShellQuoting)

  var placeholder: ShellPlaceholder? {
    if case .placeholder(let placeholder, _) = self { placeholder } else { nil }
  }
}

/// The raw value is the letter after the `%`.
package enum ShellPlaceholder: UInt8, CaseIterable, Sendable {
  case file = 0x66
  case files = 0x46
  case folder = 0x64
  case names = 0x6E

  var isList: Bool { self == .files || self == .names }

  func variable(_ number: Int) -> [UInt8] {
    Array("photocell_".utf8) + [rawValue] + (isList ? Array("\(number)".utf8) : [])
  }

  func values(for paths: [ByteString]) -> [ByteString] {
    switch self {
    case .file: Array(paths.prefix(1))
    case .files: paths
    case .folder: paths.prefix(1).map(\.folderPath)
    case .names: paths.map(\.lastName)
    }
  }
}

enum ShellQuoting: Hashable, Sendable {
  case none, single, double

  /// The expansion of variables as one word each, like `"$@"`.
  func expansion(of variables: [[UInt8]]) -> [UInt8] {
    let words = Array(
      variables.map { Array("${".utf8) + $0 + Array("}".utf8) }.joined(
        separator: Array("\" \"".utf8)))
    let quote: [UInt8] =
      switch self {
      case .none: variables.isEmpty ? [] : [UInt8(ascii: "\"")]
      case .single: Array("'\"".utf8)
      case .double: []
      }
    return quote + words + quote.reversed()
  }
}

extension ByteString {
  package var quoted: [UInt8] {
    let quote = UInt8(ascii: "'")
    if !bytes.isEmpty, bytes.allSatisfy({ Self.plain.contains($0) }) { return bytes }
    return [quote] + bytes.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] } + [quote]
  }

  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@+=:,./-".utf8)
}

extension [UInt8] {
  fileprivate var trimmed: [UInt8] {
    let space = UInt8(ascii: " ")
    let start = drop { $0 == space }
    return Array(start.prefix(start.count - start.reversed().prefix { $0 == space }.count))
  }
}

package struct OpenRule: Hashable, Sendable {
  package let name: String
  /// In lower case; empty for all.
  package let extensions: Set<String>
  package let command: ShellTemplate
  /// Whether it uses the terminal until it ends; otherwise it runs in the background.
  package let isBlocking: Bool

  package init(
    _ name: String, for extensions: Set<String> = [], command: String, isBlocking: Bool = false
  ) {
    self.name = name
    self.extensions = extensions
    self.command = ShellTemplate(command)
    self.isBlocking = isBlocking
  }

  package static let desktop = OpenRule("xdg-open", command: "xdg-open %f")
  package static let player = OpenRule("mpv", command: "mpv -- %F")

  package func suits(_ names: [ByteString]) -> Bool {
    guard !extensions.isEmpty else { return true }
    return names.allSatisfy { name in
      guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")) else { return false }
      return extensions.contains(
        String(decoding: name.bytes[(dot + 1)...], as: UTF8.self).lowercased())
    }
  }
}
