/// What has happened on one side so far.
package struct RaceCounters: Hashable, Sendable {
  /// Loads that were begun.
  package var requests = 0
  /// Answers that have arrived.
  package var responses = 0
  /// Answers to earlier loads that a cell took over.
  package var staleApplied = 0
  /// Answers to earlier loads that a cell dropped.
  package var staleDropped = 0
  /// Cells that show another photo than their own now.
  package var wrongNow = 0
  /// The most cells that showed another photo than their own at one moment.
  package var mostWrong = 0

  /// Tells whether a stale picture was shown at any moment.
  package var hasShownStale: Bool { staleApplied > 0 || mostWrong > 0 }
}
