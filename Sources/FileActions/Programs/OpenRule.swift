package import Base

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

  package func suits(_ names: [ByteString]) -> Bool {
    guard !extensions.isEmpty else { return true }
    return names.allSatisfy { name in
      guard let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")) else { return false }
      return extensions.contains(
        String(decoding: name.bytes[(dot + 1)...], as: UTF8.self).lowercased())
    }
  }
}
