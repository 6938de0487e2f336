package import Catalog

/// What is known of many photos.
///
/// Ids of one listing mostly follow one another, so that pages of them are full: to look one up takes no
/// hash, and a copy that is changed copies only the page in which that is.
package struct FactsTable: Sendable {
  private typealias Page = ContiguousArray<PhotoFacts?>
  private static let pageSize = 1024

  /// Those of which nothing is known are empty.
  private var pages: ContiguousArray<Page> = []

  /// Makes a table of a few photos, or of none; what comes later counts.
  package init(_ known: some Sequence<(PhotoID, PhotoFacts)> = []) {
    for (id, facts) in known { self[id] = facts }
  }

  /// Whether nothing has ever been known of any photo.
  package var isEmpty: Bool { pages.isEmpty }

  /// What is known of a photo; nil where nobody has tried to find out.
  package subscript(_ id: PhotoID) -> PhotoFacts? {
    get {
      let (page, place) = Self.place(of: id)
      guard page < pages.count, !pages[page].isEmpty else { return nil }
      return pages[page][place]
    }
    set {
      let (page, place) = Self.place(of: id)
      if page >= pages.count {
        guard newValue != nil else { return }
        pages.append(contentsOf: repeatElement([], count: page + 1 - pages.count))
      }
      if pages[page].isEmpty { pages[page] = Page(repeating: nil, count: Self.pageSize) }
      pages[page][place] = newValue
    }
  }

  /// Looks at what is known of a photo where it is: to copy that takes longer than most questions.
  /// - Parameters:
  ///   - id: The photo.
  ///   - body: What looks at it; is not called where nobody has tried to find out.
  package func look(at id: PhotoID, _ body: (borrowing PhotoFacts) -> Void) {
    let (page, place) = Self.place(of: id)
    let pages = pages.span
    guard page < pages.count, !pages[page].isEmpty else { return }
    switch pages[page].span[place] {
    case .some(let facts): body(facts)
    case nil: break
    }
  }

  private static func place(of id: PhotoID) -> (page: Int, place: Int) {
    let (page, place) = Int(truncatingIfNeeded: id.number).quotientAndRemainder(
      dividingBy: pageSize)
    return (page, place)
  }
}
