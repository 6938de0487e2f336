import TestSupport
import Testing

@Suite(.integration)
struct ProgramRunTests {
  /// More than a pipe holds.
  private static let byteCount = 200_000

  @Test(arguments: ["; ", " & "])
  func `both streams of a program are read to their ends`(separator: String) throws {
    let zeros = "head -c \(Self.byteCount) /dev/zero"
    let run = try ProgramRun(
      ["sh", "-c", "\(zeros) >&2\(separator)\(zeros)"], environment: ["PATH=/usr/bin:/bin"])
    #expect(run.exitCode == 0)
    #expect(run.output.count == Self.byteCount)
    #expect(run.errorText.utf8.count == Self.byteCount)
  }
}
