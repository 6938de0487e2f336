package import Values

/// The names of many photos, folded once and in one piece of memory, so that all of them are looked
/// through in a few milliseconds.
///
/// A hundred thousand names of 25 bytes take 3 MB.
package struct FoldedNames: Sendable {
  private var bytes: [UInt8] = []
  /// Where each name ends.
  private var ends: [Int32] = []

  /// Folds names, in their order.
  package init(_ names: some Collection<ByteString>) {
    ends.reserveCapacity(names.count)
    for name in names {
      NameFolding.append(name.bytes, to: &bytes, keepsCase: false)
      ends.append(Int32(clamping: bytes.count))
    }
  }

  /// How many names there are.
  package var count: Int { ends.count }

  /// Takes those names out of a set that do not match a pattern.
  /// - Parameters:
  ///   - mask: Which names are in the set, one for each.
  ///   - pattern: What is looked for.
  ///   - isMatch: Looks more closely at one that matches regardless of case.
  func keep(_ mask: inout [Bool], matching pattern: NamePattern, _ isMatch: (Int) -> Bool) {
    let (bytes, ends) = (bytes.span, ends.span)
    var mask = mask.mutableSpan
    var start = 0
    for index in mask.indices {
      let end = Int(ends[index])
      if mask[index] {
        mask[index] = pattern.matches(folded: bytes.extracting(start..<end)) && isMatch(index)
      }
      start = end
    }
  }

  /// Lends a name.
  func withName<Result>(_ index: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    let start = index == 0 ? 0 : Int(ends[index - 1])
    return body(bytes.span.extracting(start..<Int(ends[index])))
  }
}
