/// Suggests the nearest known name for a misspelled one.
package enum NearestName {
  /// Longer names are not typing mistakes, and are not compared.
  private static let longest = 64

  /// The name with the smallest edit distance, at most a third of its length; the first of equals.
  package static func of(_ text: String, in names: [String]) -> String? {
    guard text.unicodeScalars.count <= longest else { return nil }
    let distances = names.map { (name: $0, distance: distance(text.lowercased(), $0.lowercased())) }
    guard let best = distances.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, best.name.count / 3)
    else { return nil }
    return best.name
  }

  /// The edit distance with transpositions (optimal string alignment).
  static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var before: [Int] = []
    var above = Array(0...second.count)
    for (row, left) in first.enumerated() {
      var line = [row + 1]
      for (column, right) in second.enumerated() {
        var least = min(
          above[column] + (left == right ? 0 : 1), above[column + 1] + 1, line[column] + 1)
        if row > 0, column > 0, left == second[column - 1], first[row - 1] == right {
          least = min(least, before[column - 1] + 1)
        }
        line.append(least)
      }
      before = above
      above = line
    }
    return above[second.count]
  }
}
