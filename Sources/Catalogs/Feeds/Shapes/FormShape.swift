import Base
import Imaging

struct FormShape: JSONShape {
  let items: [JSONItem]
  private let form: JSONForm
  private let document: JSONItem

  init?(_ document: JSONValue, among forms: FeedForms) {
    let document = JSONItem(value: document)
    for form in forms.all {
      guard let items = form.items(of: document) else { continue }
      (self.items, self.form, self.document) = (items, form, document)
      return
    }
    return nil
  }

  func entries(of item: JSONItem, from origin: FeedOrigin) throws(FeedEntryError) -> [WebPhoto] {
    guard item.value.isObject else { throw item.fault(.notObject) }
    var fault: FeedEntryError?
    for path in form.pictures {
      var entries: [WebPhoto] = []
      for picture in path.values(from: item, limit: Self.pictureLimit) {
        do throws(FeedEntryError) {
          entries.append(try entry(of: picture, in: item, from: origin))
        } catch {
          if fault == nil || fault?.error == .noPicture { fault = error }
        }
      }
      if !entries.isEmpty { return entries }
    }
    throw fault ?? item.fault(.noPicture)
  }

  private func entry(
    of picture: JSONItem, in item: JSONItem, from origin: FeedOrigin
  ) throws(FeedEntryError) -> WebPhoto {
    var list = RenditionList()
    let sides = form.full.map { path in
      (path.firstValue(in: picture) ?? path.firstValue(in: item))?.pixels
    }
    let full = sides.count == 2 ? (sides[0], sides[1]) : (nil, nil)
    for size in form.sizes {
      size.add(of: picture, full: full, in: document, from: origin, to: &list)
    }
    list.arrange()
    var entry = try list.entry(isVideo: isVideo(picture, in: item), orElse: item.fault(.noPicture))
    entry.hint = PictureHint(in: picture.value)
    entry.title = words(form.title, picture, item).flatMap { ForeignText(line: $0) }
    entry.author = words(form.author, picture, item).flatMap { ForeignText(line: $0) }
    entry.date = words(form.date, picture, item).flatMap { ForeignText(line: $0) }
    entry.explanation = words(form.text, picture, item).flatMap { ForeignText(paragraph: $0) }
    return entry
  }

  private func isVideo(_ picture: JSONItem, in item: JSONItem) -> Bool {
    let kind = form.kind.flatMap { path in
      path.firstValue(in: picture) ?? path.firstValue(in: item)
    }
    guard let text = kind?.text?.lowercased() else { return false }
    return text.contains("video") || text == "gifv"
  }

  private func words(
    _ paths: [JSONForm.WordPath], _ picture: JSONItem, _ item: JSONItem
  ) -> [UInt8]? {
    for path in paths {
      let place = path.path.firstValue(in: path.isOfPicture ? picture : item)
      guard let text = place?.shownText else { continue }
      let words = MarkupText.plain(Array(text.utf8))
      if words.contains(where: { !$0.isSpace }) { return words }
    }
    return nil
  }

  private static let pictureLimit = 200
}

/// Texts are looked up in the item, or with a leading `@` in the single picture.
struct JSONForm: Sendable {
  /// Paths of the items; the first that leads to an item with all `marks` is used.
  let items: [ShapePath]
  /// Members that identify the form; one of the first items must have all of them.
  let marks: [ShapePath]
  /// Paths of an item's pictures; the first that leads to a picture is used.
  let pictures: [ShapePath]
  /// Width and height of the original, looked up in the picture, then in the item.
  let full: [ShapePath]
  let sizes: [PictureSize]
  /// The media type, looked up in the picture, then in the item.
  let kind: ShapePath?
  let title, author, date, text: [WordPath]

  struct WordPath: Sendable {
    let isOfPicture: Bool
    let path: ShapePath

    init(_ text: String) {
      isOfPicture = text.hasPrefix("@")
      path = ShapePath(isOfPicture ? String(text.dropFirst()) : text)
    }
  }

  func items(of document: JSONItem) -> [JSONItem]? {
    items.first { path in
      path.values(from: document, limit: 20).contains { item in
        item.value.isObject && marks.allSatisfy { $0.firstValue(in: item) != nil }
      }
    }?.values(from: document, keepingNull: true)
  }
}
