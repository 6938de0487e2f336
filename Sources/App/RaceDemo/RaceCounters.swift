/// What has happened on one side so far.
package struct RaceCounters: Hashable, Sendable {
  /// Loads that were begun.
  package var requests = 0
  /// Answers that have come.
  package var answers = 0
  /// Answers to earlier loads that a cell showed.
  package var lateShown = 0
  /// Answers to earlier loads that a cell dropped.
  package var lateDropped = 0
  /// Cells that show another photo than their own now.
  package var wrongNow = 0
  /// The most cells that showed another photo than their own at one moment.
  package var mostWrong = 0

  /// Whether a late picture was shown at any moment.
  package var hasShownLate: Bool { lateShown > 0 || mostWrong > 0 }
}
