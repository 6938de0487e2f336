/// Where an element stands in its document, for who wants to change it and nothing else: offsets in bytes.
package final class XMLPlaces: Sendable {
  /// Where an attribute stands.
  package struct Attribute: Hashable, Sendable {
    /// All of it, with the white space before it.
    package let whole: Range<Int>
    /// The value between its quotes, which are one byte each.
    package let value: Range<Int>
  }

  /// Where the beginning of an element stands.
  package struct Tag: Sendable {
    /// The name as it is written, with its prefix.
    package let name: String
    /// From `<` to behind `>`.
    package let range: Range<Int>
    /// What each prefix means within the element; the empty one is the default namespace.
    package let prefixes: [String: XMLNamespace]
    /// The attributes by name, without those that declare namespaces; of two that mean the same the
    /// first.
    package internal(set) var attributes: [XMLName: Attribute] = [:]
    /// The last of all attributes; nil where there is none.
    package internal(set) var last: Attribute?
  }

  /// The beginning.
  package let tag: Tag
  /// From `</` to behind `>`; empty, and where the beginning ends, for an element that is one tag.
  package let end: Range<Int>

  init(_ tag: Tag, end: Range<Int>) {
    (self.tag, self.end) = (tag, end)
  }

  /// Whether the element is one tag, which begins and ends it.
  package var isOneTag: Bool { end.isEmpty }
  /// All of it.
  package var whole: Range<Int> { tag.range.lowerBound..<end.upperBound }
  /// What is between the beginning and the end.
  package var content: Range<Int> { tag.range.upperBound..<end.lowerBound }
}
