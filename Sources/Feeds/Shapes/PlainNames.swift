/// The names that people give to what a list of photos holds, the likeliest first.
enum PlainNames {
  /// The list itself.
  static let lists = [
    "photos", "images", "items", "pictures", "results", "entries", "data", "hits", "media",
  ]

  /// The picture at its usual size.
  static let pictures = ends(
    ["image", "image_url", "imageUrl", "photo", "picture", "media_url", "src", "url", "href"])

  /// A smaller one.
  static let smallPictures = ends([
    "thumbnail", "thumbnail_url", "thumbnailUrl", "thumb", "preview",
  ])

  /// What it is called.
  static let titles = [["title"], ["caption"], ["name"], ["alt"], ["description"]]

  /// Who made it.
  static let authors = [
    ["author"], ["author", "name"], ["photographer"], ["user", "name"], ["user"], ["creator"],
    ["credit"],
  ]

  /// When.
  static let dates = [["date"], ["created_at"], ["published"], ["taken"]]

  /// A text of that name, or an address inside an object of that name.
  private static func ends(_ names: [String]) -> [[String]] {
    names.flatMap { [[$0], [$0, "url"], [$0, "src"], [$0, "original"]] }
  }
}
