/// Words by their numbers, and one object for each three of them.
struct WordTable {
  /// Three words that may be none.
  struct Found {
    let words: PhotoWords?
  }

  private struct Numbers: Hashable {
    let camera: Int64?
    let lens: Int64?
    let label: Int64?
  }

  private let texts: [Int64: String]
  private var made: [Numbers: Found] = [:]
  /// What was asked for last: the next photo mostly has the same.
  private var last: (numbers: Numbers, found: Found)?

  init(_ texts: [Int64: String]) {
    self.texts = texts
  }

  /// The words with these numbers; nil where one of them has gone.
  mutating func words(_ camera: Int64?, _ lens: Int64?, _ label: Int64?) -> Found? {
    let numbers = Numbers(camera: camera, lens: lens, label: label)
    if let last, last.numbers == numbers { return last.found }
    guard let found = made[numbers] ?? make(numbers) else { return nil }
    last = (numbers, found)
    return found
  }

  private mutating func make(_ numbers: Numbers) -> Found? {
    let known = [numbers.camera, numbers.lens, numbers.label].map { number in
      number.map { texts[$0] }
    }
    guard !known.contains(where: { $0 == .some(nil) }) else { return nil }
    let found = Found(
      words: PhotoWords(
        camera: known[0] ?? nil, lens: known[1] ?? nil, label: known[2] ?? nil))
    made[numbers] = found
    return found
  }
}
