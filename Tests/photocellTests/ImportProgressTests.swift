import FileActions
import Testing

@testable import photocell

@Suite("Import progress")
struct ImportProgressTests {
  @Test(arguments: [
    (0, 0, Duration.zero, "0 of 500 photos  0 B of 2.5 GB"),
    (12, 60_000_000, .milliseconds(500), "12 of 500 photos  60 MB of 2.5 GB"),
    (12, 60_000_000, .seconds(2), "12 of 500 photos  60 MB of 2.5 GB  30 MB/s  1 min 22 s left"),
    (500, 2_500_000_000, .seconds(50), "500 of 500 photos  2.5 GB of 2.5 GB  50 MB/s  0 s left"),
  ])
  func `the line shows photos, bytes, the rate and the time left`(
    count: Int, bytes: Int, elapsed: Duration, line: String
  ) {
    var progress = ImportProgress(
      photoCount: 500, byteCount: 2_500_000_000,
      shown: ProgressLine(elapsed: { elapsed }, isSeen: false))
    progress.doneCount = count
    progress.add(bytes / 2)
    #expect(progress.line(copying: bytes - bytes / 2) == line)
  }

  @Test(arguments: [
    (ImportStep.foundPhotos(1), "1 photo found"),
    (.foundPhotos(12_345), "12,345 photos found"),
    (.foundFiles(2_000), "2,000 files in the destination"),
    (.comparedFiles(3, of: 2_000), "3 of 2,000 files in the destination compared"),
    (.checkedPhotos(300, of: 12_345), "300 of 12,345 photos checked"),
  ])
  func `a survey says what it has found and checked`(step: ImportStep, line: String) {
    #expect("\(step)" == line)
  }

  @Test(arguments: [
    (Duration.milliseconds(500), "3.0 MB in 500.0 ms (6.0 MB/s)"),
    (.seconds(2), "3.0 MB in 2.0 s (1.5 MB/s)"), (.seconds(15), "3.0 MB in 15 s (200 kB/s)"),
  ])
  func `the rate is that of all bytes, and agrees with the time`(time: Duration, text: String) {
    var progress = ImportProgress(
      photoCount: 2, byteCount: 4_000_000,
      shown: ProgressLine(elapsed: { time }, isSeen: false))
    progress.add(3_000_000)
    #expect(progress.rate == text)
  }
}
