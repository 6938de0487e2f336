import Foundation

/// The commands in the README.
struct ReadmeText {
  /// The lines of its blocks of shell, without comments.
  let commands: [String]
  /// Its size in bytes.
  let byteCount: Int

  init() throws {
    let root = #filePath.components(separatedBy: "/Tests/")[0]
    let text = try String(contentsOfFile: "\(root)/README.md", encoding: .utf8)
    byteCount = text.utf8.count
    let blocks = text.components(separatedBy: "```").enumerated()
      .filter { !$0.offset.isMultiple(of: 2) && $0.element.hasPrefix("sh\n") }.map(\.element)
    commands = blocks.flatMap { $0.split(separator: "\n").dropFirst() }.map { line in
      line.components(separatedBy: " #")[0].trimmingCharacters(in: .whitespaces)
    }
  }

  /// The arguments of photocell in those lines, word by word.
  var invocations: [[String]] {
    let parts = commands.flatMap { $0.components(separatedBy: " | ") }
    return parts.map { $0.split(separator: " ").map(String.init) }
      .filter { $0.first == "photocell" }.map { Array($0.dropFirst()) }
  }
}
