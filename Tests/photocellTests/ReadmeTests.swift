import ArgumentParser
import Foundation
import Testing

@testable import photocell

@Suite("README")
struct ReadmeTests {
  @Test func `README has at most 6,000 bytes`() throws {
    #expect(try ReadmeText().byteCount <= 6_000)
  }

  @Test func `every command in README is accepted by the parser`() throws {
    let invocations = try ReadmeText().invocations
    #expect(invocations.count > 8)
    for words in invocations {
      #expect(throws: Never.self, "\(words)") { try Photocell.command(for: words) }
    }
  }

  @Test func `every option named in the pages exists`() throws {
    let root = #filePath.components(separatedBy: "/Tests/")[0]
    let dump = try CommandDump.ofProgram()
    let known = Set(Self.names(of: dump.command))
    for page in Self.pages {
      let text = try String(contentsOfFile: "\(root)/\(page)", encoding: .utf8)
      let named = text.matches(of: /--[a-z][a-z-]+/).map { String($0.output) }
      for option in named { #expect(known.contains(option), "\(page): \(option)") }
    }
  }

  @Test func `every link in the pages leads to an existing file and heading`() throws {
    let root = #filePath.components(separatedBy: "/Tests/")[0]
    let pages =
      Self.pages
      + ["architecture", "contributing", "decisions/README", "installing"].map { "docs/\($0).md" }
    for page in pages {
      let text = try String(contentsOfFile: "\(root)/\(page)", encoding: .utf8)
      let folder = URL(fileURLWithPath: "\(root)/\(page)").deletingLastPathComponent()
      for match in text.matches(of: /\]\(([^)#]+)#?([^)]*)\)/)
      where !match.output.1.hasPrefix("http") {
        let (link, anchor) = (String(match.output.1), String(match.output.2))
        let path = folder.appendingPathComponent(link).path
        #expect(FileManager.default.fileExists(atPath: path), "\(page): \(link)")
        guard !anchor.isEmpty else { continue }
        let target = try String(contentsOfFile: path, encoding: .utf8)
        #expect(Self.anchors(of: target).contains(anchor), "\(page): \(link)#\(anchor)")
      }
    }
  }

  /// The pages for users, without the generated ones.
  private static let pages =
    ["README.md"]
    + [
      "using", "first-steps", "terminals", "finding", "choosing", "files", "servers", "feeds",
      "shared-thumbnails", "settings", "scripting", "measuring", "how-it-works",
    ].map { "docs/\($0).md" }

  /// Every heading of a page is a link's anchor as GitHub makes it.
  private static func anchors(of text: String) -> Set<String> {
    Set(
      text.matches(of: /(?m)^#+ (.+)$/).map { match in
        match.output.1.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
          .replacing(" ", with: "-")
      })
  }

  private static func names(of command: CommandDump.Command) -> [String] {
    (command.arguments ?? []).flatMap { $0.names ?? [] }.map { "--\($0.name)" }
      + (command.subcommands ?? []).flatMap(names)
  }
}
