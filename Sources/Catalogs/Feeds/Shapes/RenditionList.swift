import Addresses

/// Collects the pictures of an item; a wrong one does no harm where there are others.
struct RenditionList {
  private(set) var renditions: [Rendition] = []
  private var fault: EntryFault?

  /// Adds a picture if its address is there and can be read.
  mutating func add(
    width: Int? = nil, height: Int? = nil, _ address: () throws(EntryFault) -> WebURL?
  ) {
    do throws(EntryFault) {
      guard let address = try address() else { return }
      renditions.append(Rendition(address: address, width: width, height: height))
    } catch {
      if fault == nil { fault = error }
    }
  }

  /// Adds pictures that have been read.
  mutating func add(_ others: [Rendition]) {
    renditions += others
  }

  /// Sorts the pictures where the sizes of all are known, and leaves out those that are cut to another
  /// shape than the largest: they would show something else in a small cell than in a large one.
  mutating func arrange() {
    if renditions.allSatisfy(\.isSizeKnown) {
      renditions.sort { ($0.area ?? 0) < ($1.area ?? 0) }
    }
    let whole = renditions.filter { $0.width != nil && $0.height != nil }
    guard let largest = whole.max(by: { ($0.area ?? 0) < ($1.area ?? 0) }) else { return }
    renditions.removeAll { !$0.hasShape(of: largest) }
  }

  /// The entry that has these pictures.
  /// - Throws: The first fault where there is no picture, or the one that is given where there is
  ///   no fault either.
  func entry(orElse nothing: EntryFault) throws(EntryFault) -> FeedEntry {
    guard !renditions.isEmpty else { throw fault ?? nothing }
    return FeedEntry(renditions: renditions)
  }
}
