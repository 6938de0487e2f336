package import Values

/// With which program photos of some kinds are opened.
package struct OpenRule: Hashable, Sendable {
  /// What the program is called where there are several.
  package let name: String
  /// The extensions of names that it is for, in lower case; empty for all.
  package let extensions: Set<String>
  /// What is run.
  package let command: ShellTemplate
  /// Whether it has the terminal until it ends; else it runs beside the browser.
  package let isBlocking: Bool

  /// Makes a rule.
  /// - Parameters:
  ///   - name: What the program is called.
  ///   - extensions: The extensions of names that it is for, in lower case; empty for all.
  ///   - command: What is run.
  ///   - isBlocking: Whether it has the terminal until it ends.
  package init(
    _ name: String, for extensions: Set<String> = [], command: String, isBlocking: Bool = false
  ) {
    self.name = name
    self.extensions = extensions
    self.command = ShellTemplate(command)
    self.isBlocking = isBlocking
  }

  /// What the desktop opens photos with, each by itself.
  package static let desktop = OpenRule("xdg-open", command: "xdg-open %f")

  /// Whether it is for all of these names.
  package func suits(_ names: [ByteString]) -> Bool {
    guard !extensions.isEmpty else { return true }
    return names.allSatisfy { name in
      let bytes = name.bytes.suffix(name.bytes.reversed().prefix { $0 != UInt8(ascii: ".") }.count)
      return bytes.count < name.bytes.count
        && extensions.contains(String(decoding: bytes, as: UTF8.self).lowercased())
    }
  }
}
