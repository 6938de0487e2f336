import Base

/// A template for an address with values of a JSON document.
///
/// A path alone is the address itself. Otherwise `{path}` is a value of the picture, `{$path}` one
/// of the document, `{path|old>new}` replaces the last `old`, and `{path|day}` is the day of a date
/// with slashes instead of hyphens. A missing value or `old` means no address.
struct AddressTemplate: Sendable {
  private enum Piece: Sendable {
    case text(String)
    case value(ShapePath, isOfDocument: Bool, Edit?)
  }

  private enum Edit: Sendable {
    case replace(String, String)
    case day
  }

  private let pieces: [Piece]
  private let plainPath: ShapePath?

  init(_ text: String) {
    guard text.contains("{") else {
      plainPath = ShapePath(text)
      pieces = []
      return
    }
    plainPath = nil
    pieces = text.split(separator: "{").flatMap { part -> [Piece] in
      guard let end = part.firstIndex(of: "}") else { return [.text(String(part))] }
      let rest = part[part.index(after: end)...]
      return [Self.value(part[..<end])] + (rest.isEmpty ? [] : [.text(String(rest))])
    }
  }

  private static func value(_ text: Substring) -> Piece {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let isOfDocument = text.hasPrefix("$")
    let path = ShapePath(String(isOfDocument ? parts[0].dropFirst() : parts[0]))
    let edit = parts.dropFirst().first.map { edit in
      let words = edit.split(separator: ">", omittingEmptySubsequences: false).map(String.init)
      return words.count == 2 ? Edit.replace(words[0], words[1]) : .day
    }
    return .value(path, isOfDocument: isOfDocument, edit)
  }

  /// Errors have the path of the value.
  func address(
    for picture: JSONItem, in document: JSONItem, from origin: FeedOrigin
  ) throws(FeedEntryError) -> WebURL? {
    if let plainPath {
      guard let place = plainPath.first(from: picture), place.value != .string("") else {
        return nil
      }
      guard let text = place.value.text else { throw place.fault(.notText) }
      return try Self.resolve(text, from: origin) { place.fault($0) }
    }
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let piece): text += piece
      case .value(let path, let isOfDocument, let edit):
        let value = path.firstValue(in: isOfDocument ? document : picture)?.shownText
        guard let value, let edited = Self.edited(value, edit) else { return nil }
        text += edited
      }
    }
    return try Self.resolve(text, from: origin) { picture.fault($0) }
  }

  private static func resolve(
    _ text: String, from origin: FeedOrigin, fault: (FeedError) -> FeedEntryError
  ) throws(FeedEntryError) -> WebURL {
    // Few addresses have entities, and `replacing` compares characters, which is slow.
    let plain = text.utf8.contains(UInt8(ascii: ";")) ? text.replacing("&amp;", with: "&") : text
    return try rethrowing(as: fault) { () throws(FeedError) in try origin.resolve(plain.utf8) }
  }

  private static func edited(_ value: String, _ edit: Edit?) -> String? {
    switch edit {
    case nil: return value
    case .day:
      let day = String(value.prefix(10))
      return CivilDate(day).map { _ in String(day.map { $0 == "-" ? "/" : $0 }) }
    case .replace(let old, let new):
      let (bytes, wanted) = (Array(value.utf8), Array(old.utf8))
      guard !wanted.isEmpty,
        let start = bytes.indices.last(where: { bytes[$0...].starts(with: wanted) })
      else { return nil }
      return String(
        decoding: bytes[..<start] + new.utf8 + bytes[(start + wanted.count)...], as: UTF8.self)
    }
  }
}

extension JSONValue {
  var shownText: String? {
    switch self {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let number): Int(exactly: number).map(String.init)
    default: nil
    }
  }
}

enum AddressKind {
  case picture, video, other, unknown

  init(_ address: some BidirectionalCollection<UInt8>) {
    let path = address.prefix { $0 != "?" && $0 != "#" }.suffix(6)
    let name = String(decoding: path.map(\.lowercased), as: UTF8.self)
    let kind = Self.endings.first { $0.names.contains(where: name.hasSuffix) }?.kind
    self = kind ?? .unknown
  }

  private static let endings: [(kind: AddressKind, names: [String])] = [
    (
      .picture,
      [
        ".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".heic", ".jxl", ".tif", ".tiff",
        ".bmp", ".svg",
      ]
    ),
    (.video, [".mp4", ".m4v", ".mov", ".webm", ".mpg", ".ogv", ".gifv"]),
    (.other, [".mp3", ".m4a", ".ogg", ".opus", ".pdf", ".zip", ".html", ".swf"]),
  ]
}

/// A path to values of a JSON document: names separated by dots, `a/b` for the first member that
/// exists, `*` for all elements or members.
struct ShapePath: Sendable {
  private enum Step: Sendable {
    case member([String])
    case each
  }

  private let steps: [Step]

  /// An empty path is the value itself.
  init(_ text: String) {
    steps = text.split(separator: ".").map { step in
      step == "*" ? .each : .member(step.split(separator: "/").map(String.init))
    }
  }

  func values(from item: JSONItem, limit: Int = .max, keepingNull: Bool = false) -> [JSONItem] {
    var found: [JSONItem] = []
    _ = walk(from: item, steps[...]) { value in
      if keepingNull || value.value != .null { found.append(value) }
      return found.count < limit
    }
    return found
  }

  func first(from item: JSONItem) -> JSONItem? { values(from: item, limit: 1).first }

  func firstValue(in item: JSONItem) -> JSONValue? { first(from: item)?.value }

  /// Until `body` returns false, which is returned then.
  private func walk(
    from item: JSONItem, _ steps: ArraySlice<Step>, _ body: (JSONItem) -> Bool
  ) -> Bool {
    switch steps.first {
    case nil: return body(item)
    case .member(let names):
      // With `lazy.compactMap` and `first` the member would be looked up twice.
      for name in names {
        guard let next = item.member(name) else { continue }
        return walk(from: next, steps.dropFirst(), body)
      }
      return true
    case .each: return item.values.allSatisfy { walk(from: $0, steps.dropFirst(), body) }
    }
  }
}
