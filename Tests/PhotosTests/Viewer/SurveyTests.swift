import Catalogs
import Testing

@testable import Photos

/// Which frames of a burst stand side by side while those that are rejected go.
struct SurveyTests {
  private static func ids(_ letters: String) -> [PhotoID] {
    letters.map { letter in all[letter] ?? PhotoID() }
  }

  private static let all = Dictionary(uniqueKeysWithValues: "abcdefg".map { ($0, PhotoID()) })

  private static let stories: [(shown: String, left: String, limit: Int, places: String)] = [
    // Nobody is shown yet.
    ("", "abc", 4, "abc"), ("", "abcdef", 4, "abcd"),
    // The one that goes leaves its place to the next, and the others stay in theirs.
    ("abcd", "acdef", 4, "aecd"), ("abcd", "aef", 4, "aef"), ("abcd", "acd", 4, "acd"),
    // Whoever comes back waits.
    ("aecd", "abcde", 4, "aecd"), ("acd", "abcd", 4, "acdb"),
    ("ab", "b", 4, "b"), ("ab", "", 4, ""),
  ]

  @Test(arguments: stories)
  func `each keeps its place, and a free one goes to the next that waits`(
    shown: String, left: String, limit: Int, places: String
  ) {
    let found = Survey.places(after: Self.ids(shown), left: Self.ids(left), limit: limit)
    #expect(found == Self.ids(places))
  }
}
