import Testing

/// A short document in the form of a service, and what is to be read in it.
///
/// Names and addresses are made up; the names of the members are those of the service's documentation.
struct FormSample: Sendable, CustomTestStringConvertible {
  let name: String
  let document: String
  /// As `FeedPage.shown` has it.
  let expected: [String]

  init(_ name: String, _ document: String, _ expected: [String]) {
    self.name = name
    self.document = document
    self.expected = expected
  }

  var testDescription: String { name }

  static let all = stockPhotos + communities + networks + museums + science + sites + plain
}
