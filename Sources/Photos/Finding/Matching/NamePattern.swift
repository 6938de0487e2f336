package import Base

/// Ignores accents, and case unless the word has a capital.
///
/// ```swift
/// NamePattern("lk", .scattered)       // lake.jpg
/// NamePattern("img24", .scattered)    // IMG_0024.jpg; digits stay together
/// NamePattern("Lake", .anywhere)      // Lake.jpg, but not lake.jpg
/// ```
package struct NamePattern: Hashable, Sendable {
  package enum Way: Hashable, Sendable {
    /// A subsequence; runs of digits stay together.
    case scattered
    case anywhere
    case atStart
    case atEnd
    case whole
  }

  package let way: Way
  let folded: [UInt8]
  /// Without accents; nil if case is ignored.
  let cased: [UInt8]?

  package init(_ word: String, _ way: Way) {
    let bytes = Array(word.utf8)
    let cased = NameFolding.folded(bytes, keepsCase: true)
    self.way = way
    folded = NameFolding.folded(bytes)
    self.cased = cased == folded ? nil : cased
  }

  package func matches(_ name: ByteString) -> Bool {
    let folded = NameFolding.folded(name.bytes)
    return matches(folded: folded.span) && matchesCase(of: name)
  }

  func matches(folded name: Span<UInt8>) -> Bool { matches(folded, in: name) }

  func matchesCase(of name: ByteString) -> Bool {
    guard let cased else { return true }
    if NameFolding.isASCII(name.bytes.span) { return matches(cased, in: name.bytes.span) }
    return matches(cased, in: NameFolding.folded(name.bytes, keepsCase: true).span)
  }

  func isNarrower(than other: NamePattern) -> Bool {
    guard way == other.way, other.cased == nil || cased?.starts(with: other.cased ?? []) == true
    else { return false }
    return switch way {
    case .scattered, .anywhere, .atStart: folded.starts(with: other.folded)
    case .atEnd, .whole: folded == other.folded && cased == other.cased
    }
  }

  private func matches(_ word: [UInt8], in name: Span<UInt8>) -> Bool {
    let word = word.span
    switch way {
    case .scattered: return Self.isScattered(word, in: name)
    case .anywhere: return Self.end(of: word, in: name, from: 0) != nil
    case .atStart: return Self.isAt(0, word, in: name)
    case .atEnd: return Self.isAt(name.count - word.count, word, in: name)
    case .whole: return name.count == word.count && Self.isAt(0, word, in: name)
    }
  }
}

extension NamePattern {
  /// Greedy: taking each piece at its first position finds a match if there is any.
  private static func isScattered(_ word: Span<UInt8>, in name: Span<UInt8>) -> Bool {
    var (start, place) = (0, 0)
    while start < word.count {
      let end = endOfPiece(in: word, from: start)
      if end == start + 1 {
        let byte = word[start]
        while place < name.count, name[place] != byte { place += 1 }
        guard place < name.count else { return false }
        place += 1
      } else {
        guard let next = self.end(of: word.extracting(start..<end), in: name, from: place) else {
          return false
        }
        place = next
      }
      start = end
    }
    return true
  }

  private static func endOfPiece(in word: Span<UInt8>, from start: Int) -> Int {
    var end = start + 1
    if word[start].isDigit {
      while end < word.count, word[end].isDigit { end += 1 }
    } else if word[start] >= 0x80 {
      while end < word.count, word[end] & 0xC0 == 0x80 { end += 1 }
    }
    return end
  }

  private static func end(of word: Span<UInt8>, in name: Span<UInt8>, from start: Int) -> Int? {
    guard word.count > 0 else { return start }
    var place = start
    while place + word.count <= name.count {
      if name[place] == word[0], isAt(place, word, in: name) { return place + word.count }
      place += 1
    }
    return nil
  }

  private static func isAt(_ place: Int, _ word: Span<UInt8>, in name: Span<UInt8>) -> Bool {
    guard place >= 0, place + word.count <= name.count else { return false }
    for index in word.indices where name[place + index] != word[index] { return false }
    return true
  }
}

/// Case-folded names in one block of memory: 100,000 take 3 MB, and a few milliseconds to search.
package struct FoldedNames: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int32] = []

  package init(_ names: some Collection<ByteString>) {
    ends.reserveCapacity(names.count)
    for name in names {
      NameFolding.append(name.bytes, to: &bytes, keepsCase: false)
      ends.append(Int32(clamping: bytes.count))
    }
  }

  /// A match must also pass `isMatch`; others pass with `isOther`.
  func keep(
    _ mask: inout [Bool], matching pattern: NamePattern, _ isMatch: (Int) -> Bool,
    or isOther: (Int) -> Bool
  ) {
    let (bytes, ends) = (bytes.span, ends.span)
    var mask = mask.mutableSpan
    var start = 0
    for index in mask.indices {
      let end = Int(ends[index])
      if mask[index] {
        let isNamed = pattern.matches(folded: bytes.extracting(start..<end)) && isMatch(index)
        mask[index] = isNamed || isOther(index)
      }
      start = end
    }
  }

  func withName<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    let start = index == 0 ? 0 : Int(ends[index - 1])
    return body(bytes.span.extracting(start..<Int(ends[index])))
  }
}
