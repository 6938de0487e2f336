internal import Base
import Catalogs

struct FilterParser {
  struct Letter: Hashable {
    let character: Character
    /// In the text, counted in characters.
    let index: Int
    let isLiteral: Bool

    func means(_ character: Character) -> Bool { !isLiteral && self.character == character }
  }

  struct Word {
    var letters: [Letter] = []
    let start: Int
    var end: Int

    /// Whether it is `camera:`, so that the value may follow after a blank.
    var lacksValue: Bool {
      letters.last?.means(":") == true && FilterField(beforeColon: letters.dropLast()) != nil
    }

    var isBar: Bool { letters.count == 1 && letters[0].means("|") }
  }

  private(set) var terms: [FilterTerm] = []
  private(set) var problems: [FilterProblem] = []
  private let text: [Character]
  private let this: PhotoID?

  init(_ text: String, this: PhotoID? = nil) {
    self.text = Array(text)
    self.this = this
  }

  mutating func run() {
    var (conditions, place) = ([FilterCondition](), 0..<0)
    var isJoined = false
    for word in words {
      if word.isBar {
        isJoined = true
        continue
      }
      if !isJoined {
        finish(&conditions, place)
        place = word.start..<word.end
      }
      conditions += self.conditions(of: word)
      place = place.lowerBound..<word.end
      isJoined = false
    }
    finish(&conditions, place)
  }

  private mutating func finish(_ conditions: inout [FilterCondition], _ place: Range<Int>) {
    if !conditions.isEmpty { terms.append(FilterTerm(alternatives: conditions, place: place)) }
    conditions = []
  }

  /// A backslash escapes the next character, quotation marks all between them.
  var words: [Word] {
    var (words, word) = ([Word](), Word?.none)
    var (isQuoted, isEscaped) = (false, false)
    for (index, character) in text.enumerated() {
      if !isQuoted, !isEscaped, character.isWhitespace {
        if let word, word.lacksValue { continue }
        if let word { words.append(word) }
        word = nil
        continue
      }
      var grown = word ?? Word(start: index, end: index)
      grown.end = index + 1
      if !isEscaped, character == "\"" {
        isQuoted.toggle()
      } else if !isEscaped, character == "\\" {
        isEscaped = true
      } else {
        grown.letters.append(
          Letter(character: character, index: index, isLiteral: isQuoted || isEscaped))
        isEscaped = false
      }
      word = grown
    }
    return words + (word.map { [$0] } ?? [])
  }

  /// The alternatives between bars; one without a field has that of the preceding one.
  private mutating func conditions(of word: Word) -> [FilterCondition] {
    var field: FilterField?
    var conditions: [FilterCondition] = []
    for part in word.letters.split(whereSeparator: { $0.means("|") }) {
      let isNegated = part.first?.means("!") == true
      do throws(FilterProblem) {
        let letters = isNegated ? part.dropFirst() : part
        guard var condition = try condition(letters, &field, isNegated: isNegated) else {
          continue
        }
        condition.isNegated = isNegated
        conditions.append(condition)
      } catch {
        var problem = error
        problem.place = word.start..<word.end
        problems.append(problem)
      }
    }
    return conditions
  }

  private func condition(
    _ letters: ArraySlice<Letter>, _ field: inout FilterField?, isNegated: Bool
  ) throws(FilterProblem) -> FilterCondition? {
    var value = letters.text[...]
    if letters.allSatisfy({ !$0.isLiteral }),
      let flag = FilterField(rawValue: value.lowercased()), flag.isFlag
    {
      return FilterCondition(test: try flag.test(of: ""), field: flag)
    }
    if let colon = letters.firstIndex(where: { $0.means(":") }), colon > letters.startIndex,
      letters[..<colon].allSatisfy({ $0.character.isASCII && $0.character.isLetter })
    {
      guard let known = FilterField(beforeColon: letters[..<colon]) else {
        let name = letters[..<colon].text.lowercased()
        let fields = FilterField.allCases.filter { !$0.isFlag }.map(\.rawValue)
        let nearest = NearestName.of(name, in: fields).map { " – did you mean \($0):?" } ?? ""
        throw FilterProblem(reason: "Unknown field \(name):\(nearest) (\\: for a colon)")
      }
      field = known
      value = letters[(colon + 1)...].text[...]
    } else if let error = Self.missingColon(in: letters) {
      throw error
    }
    if let field {
      return FilterCondition(test: try field.test(of: value, this: this), field: field)
    }
    return Self.pattern(letters, isNegated: isNegated).map {
      FilterCondition(test: .word($0), field: nil)
    }
  }

  /// For `iso>800` and the like, which would match no name.
  private static func missingColon(in letters: ArraySlice<Letter>) -> FilterProblem? {
    let signs: [Character] = [">", "<", "="]
    guard let place = letters.firstIndex(where: { signs.contains(where: $0.means) }),
      let field = FilterField(beforeColon: letters[..<place])
    else { return nil }
    let value = letters[place...].text.drop { $0 == "=" }
    return FilterProblem(
      reason: "A field needs a colon – did you mean \(field.rawValue):\(value)? "
        + "(\\\(letters[place].character) for the sign itself)")
  }

  private static func pattern(_ letters: ArraySlice<Letter>, isNegated: Bool) -> NamePattern? {
    var letters = letters
    // A negated word is literal: `!raw` does not mean r, a, w anywhere in that order.
    var way = isNegated ? NamePattern.Way.anywhere : .scattered
    if letters.first?.means("'") == true {
      letters = letters.dropFirst()
      way = .anywhere
    } else if letters.first?.means("^") == true {
      letters = letters.dropFirst()
      way = .atStart
    }
    if letters.last?.means("$") == true {
      letters = letters.dropLast()
      way = way == .atStart ? .whole : .atEnd
    }
    let pattern = NamePattern(letters.text, way)
    return pattern.folded.isEmpty ? nil : pattern
  }
}

extension Sequence<FilterParser.Letter> {
  var text: String { String(map(\.character)) }
}

extension FilterField {
  /// A field that takes a value, by its name.
  init?(beforeColon name: some Sequence<FilterParser.Letter>) {
    self.init(rawValue: name.text.lowercased())
    if isFlag { return nil }
  }
}
