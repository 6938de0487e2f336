package import Base
package import Imaging

/// A photo on the web, or a text card without an image, with its metadata.
package struct WebPhoto: Sendable {
  /// Renditions and texts; its hint is moved to `hint`.
  package let entry: FeedEntry
  /// Whether private network addresses are allowed: not if a public host named them.
  package let mayReachPrivateNetworks: Bool
  package let lifetime: PhotoLifetime
  /// A low-resolution preview of the image, if the server sent one.
  ///
  /// Not part of equality: a server may compute it later, and cached images stay valid.
  package let hint: PictureHint?

  package init(
    _ entry: FeedEntry, mayReachPrivateNetworks: Bool, lifetime: PhotoLifetime = .asServed
  ) {
    self.entry = entry.withoutHint
    hint = entry.hint
    self.mayReachPrivateNetworks = mayReachPrivateNetworks
    self.lifetime = lifetime
  }

  package init(address: WebURL) {
    self.init(
      FeedEntry(renditions: [Rendition(address: address)]), mayReachPrivateNetworks: true)
  }

  /// In pixels, as the feed states; nil if it does not.
  package var largestSize: PixelSize? { entry.largestSize }

  package var isCard: Bool { entry.renditions.isEmpty }

  package var isVideo: Bool { entry.isVideo }
  /// Untrusted bytes, like all texts of a feed.
  package var title: [UInt8]? { entry.title?.bytes }
  package var author: [UInt8]? { entry.author?.bytes }
  package var date: [UInt8]? { entry.date?.bytes }
  /// The description unless it repeats the title.
  package var explanation: [UInt8]? {
    entry.explanation == entry.title ? nil : entry.explanation?.bytes
  }

  /// The file on a server; nil for entries of feeds.
  package var file: ServedFile? { entry.file }
  package var byteCount: Int? { file?.byteCount }
  /// Modification time in seconds since 1970 UTC, as the server states.
  package var modified: Int? { file?.modified }
  /// Capture time as the server states, in seconds since 1970 of the camera's local time.
  package var taken: Int? { file?.taken }

  /// The file name, or title and author, or the last part of the address; untrusted bytes.
  var caption: ByteString {
    if let file { return file.name }
    let words = [entry.title, entry.author].compactMap { $0?.bytes }
    guard words.isEmpty else { return ByteString(words.joined(separator: " \u{2013} ".utf8)) }
    return entry.renditions.first?.address.name ?? ByteString("untitled")
  }
}

extension WebPhoto: Hashable {
  package static func == (first: WebPhoto, second: WebPhoto) -> Bool {
    first.entry == second.entry && first.lifetime == second.lifetime
      && first.mayReachPrivateNetworks == second.mayReachPrivateNetworks
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(entry.renditions.first?.address)
    hasher.combine(entry.title)
  }
}

extension WebPhoto: CustomStringConvertible {
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
  fileprivate var name: ByteString {
    let part = path.split(separator: "/").last.map(String.init) ?? host
    return ByteString(part)
  }
}

package enum PhotoLifetime: Hashable, Sendable {
  /// HTTP freshness.
  case asServed
  case forever
  /// The largest rendition never changes under this version name; another version is another photo.
  ///
  /// Smaller renditions use HTTP freshness.
  case version(String)
  /// From `start` to `end`, in seconds since 1970 UTC: responses of this interval are valid until
  /// its end.
  case between(start: Int, end: Int)
}
