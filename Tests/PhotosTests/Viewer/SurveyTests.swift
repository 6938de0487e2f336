import Catalogs
import Photos
import Testing

/// The frames of a burst that are shown side by side while rejected ones are removed.
struct SurveyTests {
  private static func ids(_ letters: String) -> [PhotoID] {
    letters.map { letter in all[letter] ?? PhotoID() }
  }

  private static let all = Dictionary(uniqueKeysWithValues: "abcdefg".map { ($0, PhotoID()) })

  private static let stories: [(shown: String, left: String, limit: Int, places: String)] = [
    // No frame is shown yet.
    ("", "abc", 4, "abc"), ("", "abcdef", 4, "abcd"),
    // The position of a removed frame goes to the next one, and the others keep theirs.
    ("abcd", "acdef", 4, "aecd"), ("abcd", "aef", 4, "aef"), ("abcd", "acd", 4, "acd"),
    // A frame that returns waits for a free position.
    ("aecd", "abcde", 4, "aecd"), ("acd", "abcd", 4, "acdb"),
    ("ab", "b", 4, "b"), ("ab", "", 4, ""),
  ]

  @Test(arguments: stories)
  func `each frame keeps its position, and a free position goes to the next waiting frame`(
    shown: String, left: String, limit: Int, places: String
  ) {
    let found = Survey.places(after: Self.ids(shown), left: Self.ids(left), limit: limit)
    #expect(found == Self.ids(places))
  }
}
