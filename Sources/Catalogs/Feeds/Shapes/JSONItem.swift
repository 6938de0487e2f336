import Base

/// A value of a JSON document and its path.
struct JSONItem {
  let value: JSONValue
  let path: JSONPath

  /// A nested value; nil if missing or `null`.
  subscript(names: [String]) -> JSONValue? {
    let found = names.reduce(value as JSONValue?) { $0?[$1] }
    return found == .null ? nil : found
  }

  func line(_ names: String...) -> ForeignText? {
    self[names]?.text.flatMap { ForeignText(line: $0.utf8) }
  }

  func paragraph(_ names: String...) -> ForeignText? {
    self[names]?.text.flatMap { ForeignText(paragraph: $0.utf8) }
  }

  /// A number in 1...1,000,000.
  func pixels(_ names: String...) -> Int? {
    guard case .number(let number) = self[names], number >= 1, number <= 1_000_000 else {
      return nil
    }
    return Int(number)
  }

  /// Resolves a nested value as an address; nil if missing or empty.
  ///
  /// Throws `FeedError.notText` or an address error with the path of the value.
  func address(_ names: [String], from origin: FeedOrigin) throws(FeedEntryError) -> WebURL? {
    guard let found = self[names] else { return nil }
    do throws(FeedError) {
      guard let text = found.text else { throw .notText }
      return text.isEmpty ? nil : try origin.resolve(text.utf8)
    } catch {
      throw fault(error, at: names)
    }
  }

  func fault(_ error: FeedError, at names: [String] = []) -> FeedEntryError {
    let place = path.appending(JSONPath(steps: names.map { .member($0) }))
    return FeedEntryError(place: place.isEmpty ? "the document" : place.description, error: error)
  }
}

extension JSONItem {
  /// The elements of the document, or of the first of its members `names` that is an array.
  static func list(in document: JSONValue, members names: [String]) -> [JSONItem]? {
    if case .array = document { return elements(of: document, at: .root) }
    for name in names {
      guard let list = document[name], case .array = list else { continue }
      return elements(of: list, at: JSONPath(steps: [.member(name)]))
    }
    return nil
  }

  /// The elements of such a list, or the document itself, if one of the first twenty satisfies
  /// `isKnown`.
  static func recognised(
    in document: JSONValue, members names: [String] = [], by isKnown: (JSONValue) -> Bool
  ) -> [JSONItem]? {
    if isKnown(document) { return [JSONItem(value: document, path: .root)] }
    guard let items = list(in: document, members: names),
      items.prefix(20).contains(where: { isKnown($0.value) })
    else { return nil }
    return items
  }

  static func elements(of list: JSONValue, at path: JSONPath) -> [JSONItem]? {
    guard case .array(let elements) = list else { return nil }
    return elements.enumerated().map { index, element in
      JSONItem(value: element, path: path.appending(.element(index)))
    }
  }
}
