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
}

extension AddressTemplate {
  /// Errors have the path of the value.
  func address(
    for picture: JSONItem, in document: JSONItem, from origin: FeedOrigin
  ) throws(FeedEntryError) -> WebURL? {
    if let plainPath {
      guard let value = plainPath.firstValue(in: picture.value), value != .string("") else {
        return nil
      }
      let place = { plainPath.first(from: picture) ?? picture }
      guard let text = value.text else { throw place().fault(.notText) }
      return try Self.resolve(text, from: origin) { place().fault($0) }
    }
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let piece): text += piece
      case .value(let path, let isOfDocument, let edit):
        let value = path.firstValue(in: (isOfDocument ? document : picture).value)?.shownText
        guard let value, let edited = Self.edited(value, edit) else { return nil }
        text += edited
      }
    }
    return try Self.resolve(text, from: origin) { picture.fault($0) }
  }

  private static func resolve(
    _ text: String, from origin: FeedOrigin, fault: (FeedError) -> FeedEntryError
  ) throws(FeedEntryError) -> WebURL {
    try rethrowing(as: fault) { () throws(FeedError) in
      try origin.resolve(withoutEntities(Array(text.utf8)))
    }
  }

  private static func withoutEntities(_ text: [UInt8]) -> [UInt8] {
    var scanner = ByteScanner(text)
    var plain: [UInt8] = []
    while let piece = scanner.take(upTo: "&amp;") { plain += piece + [UInt8(ascii: "&")] }
    return plain.isEmpty ? text : plain + text[scanner.offset...]
  }

  private static func edited(_ value: String, _ edit: Edit?) -> String? {
    switch edit {
    case nil: return value
    case .day:
      let day = String(value.prefix(10))
      return CivilDate(day).map { _ in String(day.map { $0 == "-" ? "/" : $0 }) }
    case .replace(let old, let new): return value.replacingLast(old, with: new)
    }
  }
}

extension String {
  fileprivate func replacingLast(_ old: String, with new: String) -> String? {
    let bytes = Array(utf8)
    let wanted = Array(old.utf8)
    guard !wanted.isEmpty, bytes.count >= wanted.count else { return nil }
    let places = (0...(bytes.count - wanted.count)).reversed()
    guard let start = places.first(where: { bytes[$0...].starts(with: wanted) }) else { return nil }
    let edited = bytes[..<start] + Array(new.utf8) + bytes[(start + wanted.count)...]
    return String(decoding: edited, as: UTF8.self)
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
  case picture, video, unknown

  init(_ address: some BidirectionalCollection<UInt8>) {
    let path = address.prefix { $0 != "?" && $0 != "#" }.suffix(6)
    let name = String(decoding: path.map(\.lowercased), as: UTF8.self)
    if Self.pictures.contains(where: name.hasSuffix) {
      self = .picture
    } else {
      self = Self.videos.contains(where: name.hasSuffix) ? .video : .unknown
    }
  }

  private static let pictures = [
    ".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".heic", ".jxl", ".tif", ".tiff", ".bmp",
    ".svg",
  ]
  private static let videos = [".mp4", ".m4v", ".mov", ".webm", ".mpg", ".ogv", ".gifv"]
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

  func firstValue(in value: JSONValue) -> JSONValue? { Self.walk(value, steps[...]) }

  private static func walk(_ value: JSONValue, _ steps: ArraySlice<Step>) -> JSONValue? {
    let rest = steps.dropFirst()
    switch steps.first {
    case nil: return value == .null ? nil : value
    case .member(let names):
      for name in names {
        if let next = value[name], next != .null { return walk(next, rest) }
      }
      return nil
    case .each:
      switch value {
      case .array(let elements): return elements.lazy.compactMap { walk($0, rest) }.first
      case .object(let members): return members.lazy.compactMap { walk($0.value, rest) }.first
      default: return nil
      }
    }
  }

  /// Until `body` returns false, which is returned then.
  private func walk(
    from item: JSONItem, _ steps: ArraySlice<Step>, _ body: (JSONItem) -> Bool
  ) -> Bool {
    switch steps.first {
    case nil: return body(item)
    case .member(let names):
      guard let next = names.lazy.compactMap({ item.member($0) }).first else { return true }
      return walk(from: next, steps.dropFirst(), body)
    case .each:
      var goesOn = true
      item.eachValue { next in
        goesOn = walk(from: next, steps.dropFirst(), body)
        return goesOn
      }
      return goesOn
    }
  }
}

extension JSONItem {
  func member(_ name: String) -> JSONItem? {
    value[name].flatMap { $0 == .null ? nil : $0 }.map {
      JSONItem(value: $0, path: path.appending(.member(name)))
    }
  }

  func eachValue(_ body: (JSONItem) -> Bool) {
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        guard body(JSONItem(value: element, path: path.appending(.element(index)))) else { return }
      }
    case .object(let members):
      for member in members {
        let item = JSONItem(value: member.value, path: path.appending(.member(member.name)))
        guard body(item) else { return }
      }
    default: return
    }
  }
}
