import Glibc
import TestSupport
import Testing

extension CommandTests {
  /// The program's behaviour if the system refuses threads, processes or descriptors.
  @CommandThread struct Shortage {
    private let home = TemporaryFolder()

    init() throws {
      home.link("photo.jpg", to: "\(TestedProgram.photos)/\(TestedProgram.photoNames[0])")
      chmod(home.path, 0o755)
    }

    /// Runs a command line of the program as a user whom limits apply to.
    private func run(_ limit: String, _ line: String) throws -> ProgramRun {
      try ProgramRun(
        ["sh", "-c", "exec \(OrdinaryUser.prefix)prlimit \(limit) photocell \(line)"],
        environment: TestedProgram.environment(home: home.path), folder: home.path)
    }

    @Test(arguments: 1...8)
    func `with few threads and processes decode and sheet end with output or a message`(count: Int)
      throws
    {
      let decoded = try run("--nproc=\(count)", "decode --info photo.jpg")
      #expect(decoded.exitCode < 128)
      #expect(decoded.outputText.contains("photo.jpg") || !decoded.errorText.isEmpty)
      let sheet = try run("--nproc=\(count)", "sheet --private --width 40 photo.jpg")
      #expect(sheet.exitCode < 128)
      #expect(!sheet.outputText.isEmpty || !sheet.errorText.isEmpty)
    }

    @Test func `without a free thread decode and sheet report that and exit with 2`() throws {
      let decoded = try run("--nproc=1", "decode --info photo.jpg")
      #expect(decoded.exitCode == 2)
      #expect(decoded.outputText.contains("no free thread"))
      let sheet = try run("--nproc=1", "sheet --private photo.jpg")
      #expect(sheet.exitCode == 2)
      #expect(sheet.errorText.contains("photo.jpg: no free thread"))
    }

    @Test(arguments: 4...16)
    func `with few descriptors decode, sheet and doctor end with output or a message`(count: Int)
      throws
    {
      for line in ["decode --info photo.jpg", "sheet --private --width 40 photo.jpg", "doctor"] {
        let run = try run("--nofile=\(count)", line)
        #expect(run.exitCode < 128, "\(line): \(run.errorText)")
        #expect(!run.outputText.isEmpty || !run.errorText.isEmpty)
      }
    }

    @Test(arguments: [1, 2, 4, 6, 8, 10, 12])
    func `with few threads and processes the browser still handles keys`(count: Int) throws {
      let session = try ShellSession()
      chmod(session.home.path, 0o755)
      let limited = "prlimit --nproc=\(count) photocell --private photos"
      _ = session.home.write(Array("exec \(OrdinaryUser.prefix)\(limited)\n".utf8), as: "start")
      try session.launch("sh start")
      try session.wait(for: "the grid, or why there is none") {
        $0.status.contains("/24") || $0.shows("no free thread")
      }
      try session.press("?")
      try session.wait(for: "the help") { $0.shows("PgDn") }
      try session.press("q")
      let isInterrupted = count % 4 == 0
      try session.press(isInterrupted ? "C-c" : "q")
      try session.untilPrompt()
      #expect(try session.exitCode() == (isInterrupted ? 130 : 0))
    }
  }
}
