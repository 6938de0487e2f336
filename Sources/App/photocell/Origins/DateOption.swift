import ArgumentParser
import Feeds

/// A day on the command line: `2024-02-29`.
struct DateOption {
  let date: CivilDate

  /// Reads a day.
  /// - Throws: A `ValidationError` that says how one is written.
  init(_ text: String) throws {
    guard let date = CivilDate(text) else {
      throw ValidationError("a day that there is, written as 2024-02-29")
    }
    self.date = date
  }
}
