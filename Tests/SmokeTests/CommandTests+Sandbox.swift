import Glibc
import TestSupport
import Testing

extension CommandTests {
  /// The program on a kernel without Landlock, which its decoder is made to report.
  @CommandThread struct Sandbox {
    private func session(_ options: String) throws -> ShellSession {
      let session = try ShellSession(columns: 120, rows: 30)
      let decoder = "\(TestedProgram.folder)/photocell-obedient-decoder"
      let script = "#!/bin/sh\nexec \(decoder) --without files \"$@\"\n"
      let path = session.home.write(Array(script.utf8), as: "photocell-decoder")
      #expect(chmod(path, 0o700) == 0)
      let copy = try ProgramRun(
        ["cp", TestedProgram.path, session.home.name("photocell")],
        environment: ["PATH=/usr/bin:/bin"])
      #expect(copy.exitCode == 0)
      try session.launch("./photocell \(options)photos")
      return session
    }

    @Test func `without a sandbox part nothing is decoded, and the status line shows the reason`()
      throws
    {
      let session = try session("")
      let notice = "! decoding is off: no Landlock; use --allow-unsandboxed to decode anyway"
      try session.wait(for: "the notice and a cell's reason") { screen in
        screen.status.hasPrefix("1/24  \(notice)  photo-1-alpine-lake.jpg")
          && screen.shows("sandbox lacks")
      }
      try session.press("l")
      try session.wait(forStatus: "2/24  \(notice)  photo-2-")
    }

    @Test func `--allow-unsandboxed shows the missing sandbox part in the status line`() throws {
      let session = try session("--allow-unsandboxed ")
      try session.wait(
        forStatus: "1/24  ! unsandboxed: no Landlock  photo-1-alpine-lake.jpg  ")
    }
  }
}
