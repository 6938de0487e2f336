package import Catalogs

package typealias SearchMatch = (id: PhotoID, number: Int)

package enum SearchStep: Hashable, Sendable {
  case noSearch
  case noMatch
  case found
  case foundBeyondEnd
}

struct PhotoSearch {
  private(set) var matchCount = 0
  private(set) var match: SearchMatch?
  /// Where an edited search starts, until its first match is selected and all facts are known.
  private var origin: PhotoID?
  private var isFollowed = false

  mutating func begin(from origin: PhotoID?) {
    self.origin = origin
    (match, isFollowed) = (nil, false)
  }

  /// The index of the first match from the origin on, or of the origin without a match; nil if no
  /// search has begun, or `search` is not arranged yet. `guess` is a likely index of the origin.
  /// While facts are missing, each call may find an earlier match, unless another photo has been
  /// selected since.
  mutating func follow(
    _ arranged: Arranged, _ search: Filter, near guess: Int, selected: PhotoID?, isComplete: Bool
  ) -> Int? {
    let matches = arranged.matches
    matchCount = matches.count
    guard let origin, arranged.options.search == search else { return nil }
    let isLeft = isFollowed && selected != match?.id ?? origin
    isFollowed = true
    if isComplete || isLeft { self.origin = nil }
    guard !isLeft else { return nil }
    let start = arranged.arrangement.index(of: origin, near: guess)
    guard let start, !matches.isEmpty else { return start }
    return select(matches.firstIndex { $0 >= start } ?? 0, of: matches, in: arranged)
  }

  /// The index of the match `steps` after an index, or before; wraps around.
  mutating func step(
    by steps: Int, from index: Int, in arranged: Arranged
  ) -> (step: SearchStep, index: Int?) {
    let matches = arranged.matches
    guard !matches.isEmpty, steps != 0 else { return (.noMatch, nil) }
    let start =
      steps > 0
      ? matches.firstIndex { $0 > index } ?? matches.count
      : (matches.lastIndex { $0 < index } ?? -1)
    let wanted = start + (steps > 0 ? steps - 1 : steps + 1)
    let number = (wanted % matches.count + matches.count) % matches.count
    return (number == wanted ? .found : .foundBeyondEnd, select(number, of: matches, in: arranged))
  }

  private mutating func select(_ number: Int, of matches: [Int], in arranged: Arranged) -> Int {
    match = (arranged.arrangement[matches[number]].id, number + 1)
    return matches[number]
  }
}
