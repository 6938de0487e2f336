/// The forms of the services that are known.
enum JSONForms {
  /// All of them, those with the more particular marks first.
  static let all =
    stockPhotos + Self.communities + Self.museums + Self.science + Self.boards + Self.sites
}
