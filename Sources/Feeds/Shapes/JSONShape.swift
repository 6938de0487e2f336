/// A document of a form in which JSON lists photos.
protocol JSONShape {
  /// The items of the document.
  var items: [JSONItem] { get }

  /// Reads an item.
  /// - Throws: What is wrong with it, and where.
  func entry(of item: JSONItem, from origin: FeedOrigin) throws(EntryFault) -> FeedEntry
}
