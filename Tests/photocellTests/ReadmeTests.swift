import ArgumentParser
import Foundation
import Testing

@testable import photocell

@Suite("README")
struct ReadmeTests {
  @Test func `it fits on a page or two`() throws {
    #expect(try ReadmeText().byteCount <= 6_000)
  }

  @Test func `every command is one that the program knows`() throws {
    let invocations = try ReadmeText().invocations
    #expect(invocations.count > 8)
    for words in invocations {
      #expect(throws: Never.self, "\(words)") { try Photocell.command(for: words) }
    }
  }

  @Test func `the pages name no option that there is not`() throws {
    let root = #filePath.components(separatedBy: "/Tests/")[0]
    let dump = try CommandDump.ofProgram()
    let known = Set(Self.names(of: dump.command))
    for page in ["README.md", "docs/using.md", "docs/measuring.md", "docs/how-it-works.md"] {
      let text = try String(contentsOfFile: "\(root)/\(page)", encoding: .utf8)
      let named = text.matches(of: /--[a-z][a-z-]+/).map { String($0.output) }
      for option in named { #expect(known.contains(option), "\(page): \(option)") }
    }
  }

  @Test func `every link of the pages leads to a file`() throws {
    let root = #filePath.components(separatedBy: "/Tests/")[0]
    let pages = [
      "README.md", "docs/using.md", "docs/measuring.md", "docs/how-it-works.md",
      "docs/architecture.md", "docs/contributing.md", "docs/decisions/README.md",
    ]
    for page in pages {
      let text = try String(contentsOfFile: "\(root)/\(page)", encoding: .utf8)
      let folder = URL(fileURLWithPath: "\(root)/\(page)").deletingLastPathComponent()
      for link in text.matches(of: /\]\(([^)#]+)[^)]*\)/).map({ String($0.output.1) })
      where !link.hasPrefix("http") {
        let path = folder.appendingPathComponent(link).path
        #expect(FileManager.default.fileExists(atPath: path), "\(page): \(link)")
      }
    }
  }

  private static func names(of command: CommandDump.Command) -> [String] {
    (command.arguments ?? []).flatMap { $0.names ?? [] }.map { "--\($0.name)" }
      + (command.subcommands ?? []).flatMap(names)
  }
}
