import Values

extension HTMLPicture {
  /// The sizes of the first picture of a text whose address can be read.
  static func renditions(in html: [UInt8], from origin: FeedOrigin) -> [Rendition] {
    first(of: all(in: html), from: origin)
  }

  /// The sizes of the first of some pictures whose address can be read.
  static func first(of pictures: [HTMLPicture], from origin: FeedOrigin) -> [Rendition] {
    pictures.lazy.map { $0.renditions(from: origin) }.first { !$0.isEmpty } ?? []
  }

  private func renditions(from origin: FeedOrigin) -> [Rendition] {
    sources.compactMap { source in
      // Browsers pass over line ends inside an address.
      let target = source.target.filter { !$0.isSpace || $0 == 0x20 }
      return (try? origin.resolve(target)).map {
        Rendition(address: $0, width: source.width, height: source.height)
      }
    }
  }
}
