/// A file that tells that memory is short, and what its news mean.
final class WatchedFile {
  private let file: PressureFile
  /// The limits that a control group had met by the last look; nil where all news are of stalls.
  private var limits: LimitEvents?

  /// Takes a file whose every news is of a stall.
  init(stalls file: consuming PressureFile) {
    self.file = file
  }

  /// Takes the events of a control group, of which those count that tell of a limit met.
  init(events file: consuming PressureFile) {
    limits = LimitEvents(file.text())
    self.file = file
  }

  /// What can be polled for POLLPRI.
  var descriptor: Int32 { file.descriptor }
  /// Whether an error means that the kernel will tell no more; with control groups it means news.
  var endsWithError: Bool { limits == nil }

  /// Tells whether there is news that memory is short; asked when there is any news.
  func tellsOfShortage() -> Bool {
    guard let before = limits else { return true }
    let now = LimitEvents(file.text())
    limits = now
    return now.isMore(than: before)
  }
}
