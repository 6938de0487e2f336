package import Catalog

/// What is known of many photos.
///
/// Ids of one listing mostly follow one another, so that pages of them are full: to look one up takes no
/// hash, and a copy that is changed copies only the page in which that is.
package struct FactsTable: Sendable {
  private typealias Page = ContiguousArray<PhotoFacts>
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
      let facts = pages[page][place]
      return facts.isPresent ? facts : nil
    }
    set {
      let (page, place) = Self.place(of: id)
      if let newValue {
        set(newValue, of: id)
      } else if page < pages.count, !pages[page].isEmpty {
        pages[page][place] = .absent
      }
    }
  }

  /// Keeps what is known of a photo.
  package mutating func set(_ facts: consuming PhotoFacts, of id: PhotoID) {
    let (page, place) = Self.place(of: id)
    if page >= pages.count {
      pages.append(contentsOf: repeatElement([], count: page + 1 - pages.count))
    }
    if pages[page].isEmpty { pages[page] = Page(repeating: .absent, count: Self.pageSize) }
    pages[page][place] = facts
  }

  /// Whether the file of a photo has been read; nil where nobody has tried to find out anything of it.
  ///
  /// To look at one fact where it is takes much less than to copy all: photos of one camera have their words
  /// in common, whose references all threads would count.
  package func isRead(_ id: PhotoID) -> Bool? {
    let (page, place) = Self.place(of: id)
    let pages = pages.span
    guard page < pages.count, !pages[page].isEmpty else { return nil }
    let facts = pages[page].span
    return facts[place].isPresent ? facts[place].isRead : nil
  }

  /// When a photo was taken, as milliseconds since the beginning of 1970 by the clock on the wall; nil where
  /// nobody knows.
  package func wallMilliseconds(of id: PhotoID) -> Int64? {
    let (page, place) = Self.place(of: id)
    let pages = pages.span
    guard page < pages.count, !pages[page].isEmpty else { return nil }
    let wall = pages[page].span[place].wall
    return wall == .min ? nil : wall
  }

  private static func place(of id: PhotoID) -> (page: Int, place: Int) {
    let (page, place) = Int(truncatingIfNeeded: id.number).quotientAndRemainder(
      dividingBy: pageSize)
    return (page, place)
  }
}
