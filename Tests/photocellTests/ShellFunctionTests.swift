import Base
import Catalogs
import Foundation
import TestSupport
import Testing

@testable import photocell

/// The shell function that changes to the folder of a photo, in the installed shells.
@Suite("Shell functions", .integration)
struct ShellFunctionTests {
  /// Runs lines after the function, in a folder with a program that is called photocell.
  private func output(
    of shell: Shell, _ lines: String, writing folder: [UInt8]
  ) throws -> String? {
    let path = "/bin/\(shell.rawValue)"
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    let home = TemporaryFolder()
    _ = home.write(Array("\(shell.function)\n\(lines)\n".utf8), as: "script")
    _ = home.write(folder, as: "folder")
    _ = home.write(
      Array("#!/bin/sh\ncat '\(home.name("folder"))' >\"$2\"\necho \"$3\"\nexit 7\n".utf8),
      as: "photocell")
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "chmod +x photocell; mkdir -p 'a b'; \(path) script 2>&1; ls photocell.* 2>&1",
    ]
    process.currentDirectoryURL = URL(fileURLWithPath: home.path)
    process.environment = ["PATH": "\(home.path):/usr/bin:/bin", "TMPDIR": home.path]
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
      .replacingOccurrences(of: home.path, with: "HOME")
  }

  @Test(arguments: Shell.allCases)
  func `pcd changes to the photo's folder, passes its arguments on and preserves the exit code`(
    shell: Shell
  ) throws {
    let code = shell == .fish ? "$status" : "$?"
    let lines = "pcd 'x y'\necho \(code)\npwd"
    guard let output = try output(of: shell, lines, writing: Array("a b\0".utf8)) else { return }
    #expect(output.hasPrefix("x y\n7\nHOME/a b\n"))
    #expect(output.contains("No such file") || output.contains("cannot access"), "a file was left")
  }

  @Test(arguments: Shell.allCases)
  func `pcd stays in the working folder if nothing was written`(shell: Shell) throws {
    guard let output = try output(of: shell, "pcd\npwd", writing: []) else { return }
    #expect(output.contains("\nHOME\n"))
  }

  @Test(
    arguments: [
      ("a b/c.jpg", "a b/\0"), ("/x/y.jpg", "/x/\0"), ("c.jpg", ""),
    ])
  func `the folder of a photo is written as bytes with a zero byte at the end`(
    path: String, written: String
  ) {
    let folder = TemporaryFolder()
    _ = folder.write([], as: "note")
    let note = FolderNote(file: ByteString(folder.name("note")))
    #expect(note.write(Photo(path: ByteString(path)).folder) == nil)
    #expect(folder.bytes(of: "note") == Array(written.utf8))
  }

  @Test func `a folder that cannot be written down is reported with its error number`() {
    let note = FolderNote(file: ByteString("/nowhere/at/all"))
    #expect(note.write(ByteString("a/"))?.number == 2)
  }
}
