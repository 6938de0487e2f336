package import Addresses
package import Feeds
package import Imaging
import Values

/// A picture on the web, or a card in the place of one, with what is said of it.
package struct WebPhoto: Sendable {
  /// The pictures, and the words about them; its hint has its own place here.
  package let entry: FeedEntry
  /// Whether its addresses may lead into a private network: not where a public host named them.
  package let mayReachPrivateNetworks: Bool
  /// For how long the picture counts.
  package let lifetime: PhotoLifetime
  /// How the picture looks from afar; nil where nobody has said so.
  ///
  /// It is no part of what makes two photos equal: a server may compute it later, and what memory holds
  /// of the photo is as good as before.
  package let hint: PictureHint?

  /// Takes an entry of a feed.
  package init(
    _ entry: FeedEntry, mayReachPrivateNetworks: Bool, lifetime: PhotoLifetime = .asServed
  ) {
    self.entry = entry.withoutHint
    hint = entry.hint
    self.mayReachPrivateNetworks = mayReachPrivateNetworks
    self.lifetime = lifetime
  }

  /// Takes the address of a picture that the user gave.
  package init(address: WebURL) {
    self.init(
      FeedEntry(renditions: [Rendition(address: address)]), mayReachPrivateNetworks: true)
  }

  /// The size of the largest picture, in pixels, as the feed says; nil where it does not.
  package var largestSize: PixelSize? { entry.largestSize }

  /// Whether there is no picture to load: the words are all there is to show.
  package var isCard: Bool { entry.renditions.isEmpty }

  /// Whether it is a video, or something else that is no picture.
  package var isVideo: Bool { entry.isVideo }
  /// What it is called; foreign bytes, as all words of a feed.
  package var title: [UInt8]? { entry.title?.bytes }
  /// Who made it.
  package var author: [UInt8]? { entry.author?.bytes }
  /// When, in the words of the feed.
  package var date: [UInt8]? { entry.date?.bytes }
  /// What is written about it, unless that is its title.
  package var explanation: [UInt8]? {
    entry.explanation == entry.title ? nil : entry.explanation?.bytes
  }

  /// The file that it is, where that is what a server has; nil for what a feed tells of.
  package var file: ServedFile? { entry.file }
  /// The size of its file in bytes, as its server says; nil where it does not.
  package var byteCount: Int? { file?.byteCount }
  /// When its file was last written, in seconds since 1970 in UTC; nil where its server does not say.
  package var modified: Int? { file?.modified }
  /// When it was taken, as its server says: in seconds since the beginning of 1970, by the clock of whoever took it;
  /// nil where it does not.
  package var taken: Int? { file?.taken }

  /// The name of its file, or the title and who made it, or the last part of the address; foreign bytes.
  var caption: ByteString {
    if let file { return file.name }
    let words = [entry.title, entry.author].compactMap { $0?.bytes }
    guard words.isEmpty else { return ByteString(words.joined(separator: " \u{2013} ".utf8)) }
    return entry.renditions.first?.address.name ?? ByteString("untitled")
  }
}

extension WebPhoto: Hashable {
  /// Whether all is equal but the hints.
  package static func == (first: WebPhoto, second: WebPhoto) -> Bool {
    first.entry == second.entry && first.lifetime == second.lifetime
      && first.mayReachPrivateNetworks == second.mayReachPrivateNetworks
  }

  /// Feeds the first address alone: long texts are not worth their time.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(entry.renditions.first?.address)
    hasher.combine(entry.title)
  }
}

extension WebPhoto: CustomStringConvertible {
  /// What a person calls its file, or the first address without passwords, or the caption.
  package var description: String {
    if let file { return file.place.lossyText }
    return entry.renditions.first.map { "\($0.address)" } ?? caption.lossyText
  }
}

extension FeedEntry {
  fileprivate var withoutHint: FeedEntry {
    var entry = self
    entry.hint = nil
    return entry
  }
}

extension WebURL {
  /// The last part of the path, or the host where there is none.
  fileprivate var name: ByteString {
    let part = path.split(separator: "/").last.map(String.init) ?? host
    return ByteString(part)
  }
}

/// For how long the picture of a photo on the web counts, once it has been loaded.
package enum PhotoLifetime: Hashable, Sendable {
  /// As long as its server says.
  case asServed
  /// For ever: it does not change any more.
  case forever
  /// For ever, as it is the version of this name, as far as the largest picture goes: another one is another
  /// photo. Smaller ones count as long as their server says.
  case version(String)
  /// From one moment up to another, both in seconds since 1970 in UTC: what was loaded in between
  /// counts until the end.
  case between(start: Int, end: Int)
}
