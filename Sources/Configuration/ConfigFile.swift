import Base
import Glibc

package enum ConfigFile {
  /// In bytes; a larger file was not written by hand.
  package static let largestSize = 1_000_000

  /// Nil if neither `XDG_CONFIG_HOME` nor `HOME` is absolute.
  package static func path(
    of name: String = "config.toml", environment variable: (String) -> String?
  ) -> String? {
    BaseDirectory.config.path(environment: variable).map { "\($0)/photocell/\(name)" }
  }

  package static func bytes(at path: String) throws(ConfigProblem) -> [UInt8]? {
    // Opening a FIFO without a writer must not block the start.
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let file = Descriptor(opened: unsafe open(path, flags)) else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw ConfigProblem("\(SystemError.last)")
    }
    guard let status = file.status else { throw ConfigProblem("\(SystemError.last)") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw ConfigProblem("expected a file, found \(isFolder ? "a folder" : "something else")")
    }
    var bytes: [UInt8] = []
    let failure = file.read(largestSize + 1, at: 0, into: &bytes)
    guard failure == 0 else { throw ConfigProblem("\(SystemError(failure))") }
    guard bytes.count <= largestSize else {
      throw ConfigProblem("expected at most 1 MB, found a larger file")
    }
    return bytes
  }
}

/// An ignored entry in the configuration file, with the reason.
package struct ConfigProblem: Error, Hashable, Sendable {
  package let position: TOMLPosition?
  /// A sentence that may contain untrusted text.
  package let text: String

  package init(_ text: String, at position: TOMLPosition? = nil) {
    self.position = position
    self.text = AddressText.withoutLogins(text)
  }

  package init(at position: TOMLPosition, expected: String, found: String) {
    self.init("expected \(expected), found \(found)", at: position)
  }

  /// `kind` includes its article.
  package init(at position: TOMLPosition, expected kind: String, of names: [String], found: String)
  {
    let all = (1...12).contains(names.count) ? " (\(names.joined(separator: ", ")))" : ""
    let nearest = NearestName.of(found, in: names).map { " such as “\($0)”" } ?? all
    let found = AddressText.withoutLogin(inAddress: found)
    self.init(at: position, expected: kind + nearest, found: "“\(found)”")
  }

  /// `FILE:LINE:COLUMN: …`, or `FILE: …` without a position.
  package func line(in file: String) -> String {
    let place = position.map { "\($0.line):\($0.column): " } ?? " "
    return "\(file):\(place)\(text)"
  }
}

/// One key of the configuration file, which corresponds to a command-line option.
package struct Setting: Sendable {
  package enum Kind: Sendable {
    case flag(on: String, off: String)
    /// A string, or an integer with the same meaning.
    case text(
      option: String, expected: String, names: @Sendable () -> [String],
      isRight: @Sendable (String) -> Bool)
  }

  package let key: String
  package let kind: Kind
  package let value: String
  /// Whether `value` is the default; otherwise it is an example.
  package let isUsual: Bool
  package let comment: String
  package let commands: Set<String>
  /// An environment variable that overrides the setting.
  package let variable: String?

  package init(
    _ key: String, _ kind: Kind, _ value: String, isUsual: Bool = true, _ comment: String,
    for commands: Set<String>, besides variable: String? = nil
  ) {
    (self.key, self.kind, self.value, self.isUsual) = (key, kind, value, isUsual)
    (self.comment, self.commands, self.variable) = (comment, commands, variable)
  }

  package func word(for node: TOMLNode) throws(ConfigProblem) -> String {
    switch (kind, node.value) {
    case (.flag(let on, let off), .boolean(let value)): return value ? on : off
    case (.flag, let value):
      throw ConfigProblem(at: node.position, expected: "true or false", found: value.inWords)
    case (.text(let option, let expected, let names, let isRight), .string(let text)):
      if isRight(text) { return "\(option)=\(text)" }
      throw ConfigProblem(at: node.position, expected: expected, of: names(), found: text)
    case (.text(let option, _, _, let isRight), .integer(let number)) where isRight("\(number)"):
      return "\(option)=\(number)"
    case (.text(_, let expected, _, _), let value):
      throw ConfigProblem(at: node.position, expected: expected, found: value.inWords)
    }
  }
}
