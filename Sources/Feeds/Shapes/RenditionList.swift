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

  /// The entry that has these pictures.
  /// - Throws: The first fault where there is no picture, or the one that is given where there is
  ///   no fault either.
  func entry(orElse nothing: EntryFault) throws(EntryFault) -> FeedEntry {
    guard !renditions.isEmpty else { throw fault ?? nothing }
    return FeedEntry(renditions: renditions)
  }
}
