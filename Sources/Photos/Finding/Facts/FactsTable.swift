package import Catalogs

/// Values of photos, in pages by identity.
///
/// Identities are mostly consecutive: lookup needs no hash, and a change copies only one page.
struct PhotoPages<Value: Sendable>: Sendable {
  typealias Page = ContiguousArray<Value>

  private let absent: Value
  /// Begins with the page of the least identity, since those of a late listing are large numbers.
  private(set) var pages: ContiguousArray<Page> = []
  private var firstPage = 0

  private static var pageSize: Int { 1024 }

  init(absent: Value) {
    self.absent = absent
  }

  var isEmpty: Bool { pages.isEmpty }

  func count(where isCounted: (Value) -> Bool) -> Int {
    pages.reduce(0) { $0 + $1.count(where: isCounted) }
  }

  subscript(id: PhotoID) -> Value {
    get {
      guard let (page, place) = place(of: id) else { return absent }
      let pages = pages.span
      return pages[page].span[place]
    }
    set {
      let (number, place) = Self.split(id)
      let page = prepare(number)
      pages[page][place] = newValue
    }
  }

  /// Replaces each value by that of `combine`, for all photos in the pages of another table.
  mutating func merge(_ other: PhotoPages, _ combine: (Value, Value) -> Value) {
    for (number, values) in zip(other.firstPage..., other.pages) where !values.isEmpty {
      let page = prepare(number)
      for place in values.indices {
        pages[page][place] = combine(pages[page][place], values[place])
      }
    }
  }

  /// Nil if nothing is known of the whole page.
  func place(of id: PhotoID) -> (page: Int, place: Int)? {
    let (number, place) = Self.split(id)
    let (page, pages) = (number - firstPage, pages.span)
    return pages.indices.contains(page) && !pages[page].isEmpty ? (page, place) : nil
  }

  private mutating func prepare(_ number: Int) -> Int {
    if pages.isEmpty { firstPage = number }
    if number < firstPage {
      pages.insert(contentsOf: repeatElement([], count: firstPage - number), at: 0)
      firstPage = number
    }
    let page = number - firstPage
    if page >= pages.count {
      pages.append(contentsOf: repeatElement([], count: page + 1 - pages.count))
    }
    if pages[page].isEmpty { pages[page] = Page(repeating: absent, count: Self.pageSize) }
    return page
  }

  private static func split(_ id: PhotoID) -> (page: Int, place: Int) {
    let (page, place) = Int(truncatingIfNeeded: id.number).quotientAndRemainder(
      dividingBy: pageSize)
    return (page, place)
  }
}

package struct FactsTable: Sendable {
  private var facts = PhotoPages(absent: PhotoFacts.absent)

  package init(_ known: some Sequence<(PhotoID, PhotoFacts)> = []) {
    for (id, facts) in known { self[id] = facts }
  }

  package var isEmpty: Bool { facts.isEmpty }

  package subscript(_ id: PhotoID) -> PhotoFacts? {
    get {
      guard let (page, place) = facts.place(of: id) else { return nil }
      let facts = facts.pages[page][place]
      return facts.isPresent ? facts : nil
    }
    set {
      if newValue != nil || facts.place(of: id) != nil { facts[id] = newValue ?? .absent }
    }
  }

  package mutating func set(_ facts: consuming PhotoFacts, of id: PhotoID) {
    self.facts[id] = facts
  }

  /// Nil if nothing was tried. Copying all facts would be much slower: photos of one camera share
  /// their words, whose reference count all threads would contend for.
  package func isRead(_ id: PhotoID) -> Bool? {
    guard let (page, place) = facts.place(of: id) else { return nil }
    let pages = facts.pages.span
    let facts = pages[page].span
    return facts[place].isPresent ? facts[place].isRead : nil
  }

  /// Capture time in milliseconds since 1970, in local time of the camera; nil if unknown.
  package func wallMilliseconds(of id: PhotoID) -> Int64? {
    guard let (page, place) = facts.place(of: id) else { return nil }
    let pages = facts.pages.span
    let wall = pages[page].span[place].wall
    return wall == .min ? nil : wall
  }
}
