import Values

/// A document in a form that is known.
struct FormShape: JSONShape {
  let items: [JSONItem]
  private let form: JSONForm
  private let document: JSONItem

  /// Finds the form of a document.
  init?(_ document: JSONValue) {
    let document = JSONItem(value: document, path: .root)
    for form in JSONForms.all {
      guard let items = form.items(of: document) else { continue }
      self.items = items
      self.form = form
      self.document = document
      return
    }
    return nil
  }

  func entries(of item: JSONItem, from origin: FeedOrigin) throws(EntryFault) -> [FeedEntry] {
    guard item.value.isObject else { throw item.fault(.notObject) }
    var fault: EntryFault?
    for path in form.pictures {
      var entries: [FeedEntry] = []
      for picture in path.values(from: item, limit: Self.pictureLimit) {
        do throws(EntryFault) {
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
  ) throws(EntryFault) -> FeedEntry {
    var list = RenditionList()
    let sides = form.full.map { path in
      (path.firstValue(in: picture.value) ?? path.firstValue(in: item.value))?.pixels
    }
    let full = sides.count == 2 ? (sides[0], sides[1]) : (nil, nil)
    for size in form.sizes {
      size.add(of: picture, full: full, in: document, from: origin, to: &list)
    }
    list.arrange()
    var entry =
      isVideo(picture, in: item)
      ? FeedEntry(renditions: list.renditions, isVideo: true)
      : try list.entry(orElse: item.fault(.noPicture))
    entry.title = words(form.title, picture, item).flatMap { ForeignText(line: $0) }
    entry.author = words(form.author, picture, item).flatMap { ForeignText(line: $0) }
    entry.date = words(form.date, picture, item).flatMap { ForeignText(line: $0) }
    entry.explanation = words(form.text, picture, item).flatMap { ForeignText(paragraph: $0) }
    return entry
  }

  private func isVideo(_ picture: JSONItem, in item: JSONItem) -> Bool {
    let kind = form.kind.flatMap { path in
      path.firstValue(in: picture.value) ?? path.firstValue(in: item.value)
    }
    guard let text = kind?.text?.lowercased() else { return false }
    return text.contains("video") || text == "gifv"
  }

  /// The first words under some paths; they may be HTML.
  private func words(
    _ paths: [JSONForm.WordPath], _ picture: JSONItem, _ item: JSONItem
  ) -> [UInt8]? {
    for path in paths {
      let place = path.path.firstValue(in: (path.isOfPicture ? picture : item).value)
      guard let text = place?.shownText else { continue }
      let words = MarkupText.plain(Array(text.utf8))
      if words.contains(where: { !$0.isSpace }) { return words }
    }
    return nil
  }

  private static let pictureLimit = 200
}
