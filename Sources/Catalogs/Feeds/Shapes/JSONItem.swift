import Addresses
import Values

/// An item of a JSON document, and the way to it.
struct JSONItem {
  /// The item.
  let value: JSONValue
  /// The way from the document.
  let path: JSONPath

  /// A value inside it; nil where there is none, or `null`.
  subscript(names: [String]) -> JSONValue? {
    let found = names.reduce(value as JSONValue?) { $0?[$1] }
    return found == .null ? nil : found
  }

  /// A text of one line; nil where there is none.
  func line(_ names: String...) -> ForeignText? {
    self[names]?.text.flatMap { ForeignText(line: $0.utf8) }
  }

  /// A longer text; nil where there is none.
  func paragraph(_ names: String...) -> ForeignText? {
    self[names]?.text.flatMap { ForeignText(paragraph: $0.utf8) }
  }

  /// A number of pixels; nil where there is none, or one that no picture has.
  func pixels(_ names: String...) -> Int? {
    guard case .number(let number) = self[names], number >= 1, number <= 1_000_000 else {
      return nil
    }
    return Int(number)
  }

  /// The address that a value inside it is.
  /// - Returns: Nil where there is none, or an empty text.
  /// - Throws: `FeedError.notText`, or an error about addresses, and the path to the value.
  func address(_ names: [String], from origin: FeedOrigin) throws(EntryFault) -> WebURL? {
    guard let found = self[names] else { return nil }
    do throws(FeedError) {
      guard let text = found.text else { throw .notText }
      return text.isEmpty ? nil : try origin.resolve(text.utf8)
    } catch {
      throw fault(error, at: names)
    }
  }

  /// A fault of a value inside it.
  func fault(_ error: FeedError, at names: [String] = []) -> EntryFault {
    let place = path.appending(JSONPath(steps: names.map { .member($0) }))
    return EntryFault(place: place.isEmpty ? "the document" : place.description, error: error)
  }
}

extension JSONItem {
  /// The items of a list that is the document itself, or one of its members.
  /// - Returns: Nil where there is no such list.
  static func list(in document: JSONValue, members names: [String]) -> [JSONItem]? {
    if case .array = document { return elements(of: document, at: .root) }
    for name in names {
      guard let list = document[name], case .array = list else { continue }
      return elements(of: list, at: JSONPath(steps: [.member(name)]))
    }
    return nil
  }

  /// Those of a list, or the document itself, if one of the first twenty is recognised.
  static func recognised(
    in document: JSONValue, members names: [String] = [], by isKnown: (JSONValue) -> Bool
  ) -> [JSONItem]? {
    if isKnown(document) { return [JSONItem(value: document, path: .root)] }
    guard let items = list(in: document, members: names),
      items.prefix(20).contains(where: { isKnown($0.value) })
    else { return nil }
    return items
  }

  /// The elements of an array, with their paths.
  static func elements(of list: JSONValue, at path: JSONPath) -> [JSONItem]? {
    guard case .array(let elements) = list else { return nil }
    return elements.enumerated().map { index, element in
      JSONItem(value: element, path: path.appending(.element(index)))
    }
  }
}
