import Values

/// Addresses of what stands as `img` in a text and is no picture of it.
enum BeaconAddress {
  /// Whether an address is of such a kind.
  static func isKnown(_ address: [UInt8]) -> Bool {
    let text = address.map(\.lowercased)
    return pieces.contains { contains(text, $0) }
  }

  /// In the address for whole, in time that grows with its length alone: the pieces are short.
  private static func contains(_ text: [UInt8], _ piece: [UInt8]) -> Bool {
    guard let first = piece.first, text.count >= piece.count else { return false }
    for start in 0...(text.count - piece.count)
    where text[start] == first && text[start...].starts(with: piece) {
      return true
    }
    return false
  }

  private static let pieces: [[UInt8]] = [
    // Counters and advertisements.
    "feedburner.com/~", "/~ff/", "/~r/", "doubleclick.net", "feedads.", "feedsportal.com",
    "pheedo.com",
    "google-analytics.com", "googlesyndication.com", "quantserve.com", "scorecardresearch.com",
    "stats.wordpress.com", "pixel.wp.com", "feeds.wordpress.com/1.0/",
    "blogger.googleusercontent.com/tracker",
    "medium.com/_/stat", "vgwort.de", "assoc-amazon.com", "amazon-adsystem.com", "facebook.com/tr?",
    "statcounter.com",
    // Placeholders.
    "/pixel.gif", "/pixel.png", "/1x1.", "/spacer.gif", "/blank.gif", "/transparent.gif",
    // Faces and icons.
    "gravatar.com/avatar", "/images/smilies/", "/smilies/", "s.w.org/images/core/emoji", "/emoji/",
    "/wp-includes/images/", "/rss_icon", "/feed-icon", "/share-buttons/",
  ].map { Array($0.utf8) }
}
