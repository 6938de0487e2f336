package import Catalogs

/// Facts of many photos, in pages by identity.
///
/// Identities are mostly consecutive: lookup needs no hash, and a change copies only one page.
package struct FactsTable: Sendable {
  private typealias Page = ContiguousArray<PhotoFacts>
  private static let pageSize = 1024

  /// Begins with the page of the least identity, since those of a late listing are large numbers.
  private var pages: ContiguousArray<Page> = []
  private var firstPage = 0

  package init(_ known: some Sequence<(PhotoID, PhotoFacts)> = []) {
    for (id, facts) in known { self[id] = facts }
  }

  package var isEmpty: Bool { pages.isEmpty }

  package subscript(_ id: PhotoID) -> PhotoFacts? {
    get {
      guard let (page, place) = place(of: id) else { return nil }
      let facts = pages[page][place]
      return facts.isPresent ? facts : nil
    }
    set {
      if let newValue {
        set(newValue, of: id)
      } else if let (page, place) = place(of: id) {
        pages[page][place] = .absent
      }
    }
  }

  package mutating func set(_ facts: consuming PhotoFacts, of id: PhotoID) {
    let (number, place) = Self.split(id)
    if pages.isEmpty { firstPage = number }
    if number < firstPage {
      pages.insert(contentsOf: repeatElement([], count: firstPage - number), at: 0)
      firstPage = number
    }
    let page = number - firstPage
    if page >= pages.count {
      pages.append(contentsOf: repeatElement([], count: page + 1 - pages.count))
    }
    if pages[page].isEmpty { pages[page] = Page(repeating: .absent, count: Self.pageSize) }
    pages[page][place] = facts
  }

  /// Nil if nothing was tried. Copying all facts would be much slower: photos of one camera share
  /// their words, whose reference count all threads would contend for.
  package func isRead(_ id: PhotoID) -> Bool? {
    guard let (page, place) = place(of: id) else { return nil }
    let pages = pages.span
    let facts = pages[page].span
    return facts[place].isPresent ? facts[place].isRead : nil
  }

  /// Capture time in milliseconds since 1970, in local time of the camera; nil if unknown.
  package func wallMilliseconds(of id: PhotoID) -> Int64? {
    guard let (page, place) = place(of: id) else { return nil }
    let pages = pages.span
    let wall = pages[page].span[place].wall
    return wall == .min ? nil : wall
  }

  /// Nil if nothing is known of the whole page.
  private func place(of id: PhotoID) -> (page: Int, place: Int)? {
    let (number, place) = Self.split(id)
    let (page, pages) = (number - firstPage, pages.span)
    return pages.indices.contains(page) && !pages[page].isEmpty ? (page, place) : nil
  }

  private static func split(_ id: PhotoID) -> (page: Int, place: Int) {
    let (page, place) = Int(truncatingIfNeeded: id.number).quotientAndRemainder(
      dividingBy: pageSize)
    return (page, place)
  }
}
