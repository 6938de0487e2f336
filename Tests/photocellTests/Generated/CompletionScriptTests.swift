import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import photocell

/// Completions in bash and fish, if these are installed.
@Suite("Completions", .integration)
struct CompletionScriptTests {
  /// A shell's completions of the last word of a line, in a folder with a photo and a folder.
  private func offers(_ shell: Shell, for line: String) throws -> [String]? {
    guard FileManager.default.isExecutableFile(atPath: "/bin/\(shell.rawValue)") else { return nil }
    let home = TemporaryFolder()
    _ = home.write([], as: "photo.jpg")
    _ = home.write(
      Array(CompletionScript(shell: shell == .bash ? .bash : .fish).text.utf8), as: "script")
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let previous = words.dropLast().last ?? ""
    let asked =
      switch shell {
      case .fish: "complete -C '\(line)' | cut -f1"
      default:
        """
        COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
        COMP_LINE='\(line)'; COMP_POINT=\(line.utf8.count)
        _photocell_or_browse photocell '\(words.last ?? "")' '\(previous)'
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      }
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/\(shell.rawValue)")
    process.arguments = ["-c", "mkdir -p album; source ./script; \(asked)"]
    process.currentDirectoryURL = URL(fileURLWithPath: home.path)
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": home.path]
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { name in
      String(name.last == "/" ? name.dropLast() : name)
    }
  }

  @Test(
    arguments: [Shell.bash, .fish],
    [
      ("photocell ph", "photo.jpg"), ("photocell al", "album"), ("photocell she", "sheet"),
      ("photocell --gro", "--group"), ("photocell photo.jpg --gro", "--group"),
      ("photocell --group mo", "month"), ("photocell --sort ran", "random"),
      ("photocell --images six", "sixel"), ("photocell sheet ph", "photo.jpg"),
      ("photocell sheet --col", "--color"), ("photocell --photos al", "album"),
      ("photocell -i ph", "photo.jpg"), ("photocell info --js", "--json"),
      ("photocell cache cl", "clear"), ("photocell init fi", "fish"),
    ])
  func `subcommands, options, values and paths are completed`(
    shell: Shell, example: (String, String)
  ) throws {
    guard let offers = try offers(shell, for: example.0) else { return }
    #expect(offers.contains(example.1), "\(offers)")
  }

  @Test(arguments: [Shell.bash, .fish])
  func `only folders are offered after an option that takes a folder`(shell: Shell) throws {
    guard let offers = try offers(shell, for: "photocell --compare-cache ") else { return }
    #expect(offers == ["album"])
  }
}
