/// A document of a form in which JSON lists photos.
protocol JSONShape {
  /// The items of the document.
  var items: [JSONItem] { get }

  /// Reads an item, which may have more than one picture.
  /// - Throws: What is wrong with it, and where.
  func entries(of item: JSONItem, from origin: FeedOrigin) throws(EntryFault) -> [FeedEntry]
}
