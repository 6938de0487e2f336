import Base
import Catalogs
import TestSupport

/// Reads a feed at `https://host.example/feeds/x`, and returns its contents as text.
func read(_ text: String, mapping: JSONMapping = .init()) throws(FeedError) -> [String] {
  try page(text, mapping: mapping).shown
}

/// Reads a feed at `https://host.example/feeds/x`.
func page(_ text: String, mapping: JSONMapping = .init()) throws(FeedError) -> FeedPage {
  let address = try? WebURL("https://host.example/feeds/x".utf8)
  var mapping = mapping
  mapping.forms = .shipped
  let reader = FeedReader(origin: FeedOrigin(address: address), mapping: mapping)
  return try reader.read(Array(text.utf8))
}

extension FeedPage {
  /// A line for each entry, one for each reported fault, and one for the next page.
  var shown: [String] {
    entries.map(\.shown) + faults.first.map { "! \($0)" } + (next.map { ["> \($0)"] } ?? [])
  }
}

extension WebPhoto {
  fileprivate var shown: String {
    let words = [title, author, date, explanation].map { text in
      text.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "-"
    }
    return (words + (isVideo ? ["video"] : []) + renditions.map(\.shown)).joined(separator: " | ")
  }
}

extension Rendition {
  /// The address, and the size where anything is known of it.
  var shown: String {
    let text = address.description
    let host = "https://host.example/"
    let short = text.hasPrefix(host) ? "/" + text.dropFirst(host.count) : text
    guard width != nil || height != nil else { return short }
    return "\(short) \(width.map(String.init) ?? "?")x\(height.map(String.init) ?? "?")"
  }
}
