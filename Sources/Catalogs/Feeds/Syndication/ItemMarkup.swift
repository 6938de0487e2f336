/// The pictures in the texts of an item of RSS or Atom.
enum ItemMarkup {
  /// The sizes of the first picture whose address can be read; the whole text is looked through before
  /// the shorter ones about it.
  static func renditions(in item: XMLElement, from origin: FeedOrigin) -> [Rendition] {
    for text in texts(of: item) {
      let found = HTMLPicture.first(
        of: HTMLPicture.all(in: text), from: origin.based(at: text.base))
      if !found.isEmpty { return found }
    }
    return []
  }

  private static func texts(of item: XMLElement) -> [XMLElement] {
    item.children(.content, "encoded") + item.children(.atom, "content")
      + item.children(.other, "body") + item.children(.none, "description")
      + item.children(.atom, "summary") + item.children(.media, "description")
  }
}
