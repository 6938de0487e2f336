import Foundation
import Imaging
import Photos
import Testing

@testable import photocell

/// The committed manual and reference pages match what the program generates.
///
/// `make generated` has these tests write the files instead of comparing them.
@Suite("Generated files")
struct GeneratedFilesTests {
  private let root = #filePath.components(separatedBy: "/Tests/")[0]
  private let isWriting = ProcessInfo.processInfo.environment["PHOTOCELL_GENERATE"] != nil

  @Test(arguments: ["photocell.1", "photocell-config.5"])
  func `the committed manual matches the program's options, keys and settings`(name: String) throws
  {
    let path = "Assets/manual/\(name)"
    let page = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    let parts = ManualText(dump: try CommandDump.ofProgram().joiningInversions).parts
    var lines: [Substring] = []
    var isReplaced = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line == #".\" end"# { isReplaced = false }
      if !isReplaced { lines.append(line) }
      guard line.hasPrefix(#".\" generated: "#) else { continue }
      let part = try #require(parts[String(line.dropFirst(#".\" generated: "#.count))])
      lines += part.dropLast().split(separator: "\n", omittingEmptySubsequences: false)
      isReplaced = true
    }
    try expect(lines.joined(separator: "\n"), at: path)
  }

  @Test func `the committed pages of options, keys and messages match the program`() throws {
    let text = ReferenceText(dump: try CommandDump.ofProgram().joiningInversions)
    try expect(text.options, at: "docs/options.md")
    try expect(text.keys, at: "docs/keys.md")
    try expect(MessageText.text, at: "docs/messages.txt")
  }

  @Test func `every example in the table of filters is a valid filter by its field`() {
    for field in FilterField.allCases {
      for example in field.examples {
        let filter = Filter(example)
        #expect(filter.problems.isEmpty, "\(example)")
        #expect(filter.terms.flatMap(\.alternatives).map(\.field) == [field], "\(example)")
      }
    }
  }

  @Test func `README and docs count and name the readable formats`() throws {
    let names = PictureFormat.readable.map(\.descriptor.name)
    let readme = try String(contentsOfFile: "\(root)/README.md", encoding: .utf8)
    #expect(readme.contains("**\(names.count) formats**"))
    let docs = try String(contentsOfFile: "\(root)/docs/files.md", encoding: .utf8)
    let section = docs.components(separatedBy: "## Formats\n\n").last ?? ""
    let list = section.components(separatedBy: ".\n")[0].replacing("\n", with: " ")
    let listed = list.replacing("and the preview of raw files: ", with: "")
      .components(separatedBy: ", ")
    #expect(Set(listed) == Set(names) && listed.count == names.count)
  }

  private func expect(_ text: String, at path: String) throws {
    let file = "\(root)/\(path)"
    if isWriting { try text.write(toFile: file, atomically: true, encoding: .utf8) }
    let committed = try? String(contentsOfFile: file, encoding: .utf8)
    #expect(committed == text, "\(path) is not what the program says: make generated")
  }
}
