import Values

/// The form in which a service lists pictures, as data.
///
/// All paths are those of `ShapePath`. Words are looked for in the item, and with an `@` before the path
/// in the single picture.
struct JSONForm: Sendable {
  /// Where the items are: the first that leads to something with the marks counts.
  let items: [ShapePath]
  /// What an item of this form has; one of the first items must have all of it.
  let marks: [ShapePath]
  /// Where in an item its pictures are: the first that leads to a picture counts.
  let pictures: [ShapePath]
  /// The width and the height of the picture itself, from the picture or else from the item.
  let full: [ShapePath]
  /// The sizes from the smallest to the largest.
  let sizes: [PictureSize]
  /// What kind of thing it is, from the picture or else from the item.
  let kind: ShapePath?
  let title: [WordPath]
  let author: [WordPath]
  let date: [WordPath]
  let text: [WordPath]

  /// The way to words: from the single picture, or from the item.
  struct WordPath: Sendable {
    /// Whether it begins at the picture.
    let isOfPicture: Bool
    /// The way from there.
    let path: ShapePath

    /// Reads a path, with an `@` before it where it begins at the picture.
    init(_ text: String) {
      isOfPicture = text.hasPrefix("@")
      path = ShapePath(isOfPicture ? String(text.dropFirst()) : text)
    }
  }

  /// Describes a form.
  init(
    _ items: [String], marks: [String], pictures: [String] = [""], full: [String] = [],
    kind: String? = nil, sizes: [PictureSize], title: [String] = [], author: [String] = [],
    date: [String] = [], text: [String] = []
  ) {
    self.items = items.map { ShapePath($0) }
    self.marks = marks.map { ShapePath($0) }
    self.pictures = pictures.map { ShapePath($0) }
    self.full = full.map { ShapePath($0) }
    self.kind = kind.map { ShapePath($0) }
    self.sizes = sizes
    self.title = title.map { WordPath($0) }
    self.author = author.map { WordPath($0) }
    self.date = date.map { WordPath($0) }
    self.text = text.map { WordPath($0) }
  }

  /// The items of a document of this form; nil for a document of another.
  func items(of document: JSONItem) -> [JSONItem]? {
    items.first { path in
      path.values(from: document, limit: 20).contains { item in
        item.value.isObject && marks.allSatisfy { $0.firstValue(in: item.value) != nil }
      }
    }?.values(from: document, keepingNull: true)
  }
}
