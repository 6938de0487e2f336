import Values

/// Where in a JSON document the photos are, as somebody said it; what is nil is found out.
package struct JSONMapping: Hashable, Sendable {
  /// The list of photos, from the document.
  package var items: JSONPath?
  /// The address of the picture, from an item.
  package var image: JSONPath?
  /// The title, from an item.
  package var title: JSONPath?

  /// Takes paths as they are typed; see `JSONPath`.
  package init(items: String? = nil, image: String? = nil, title: String? = nil) {
    self.items = items.map { JSONPath($0) }
    self.image = image.map { JSONPath($0) }
    self.title = title.map { JSONPath($0) }
  }

  /// Whether everything is to be found out.
  var isEmpty: Bool { items == nil && image == nil && title == nil }
}
