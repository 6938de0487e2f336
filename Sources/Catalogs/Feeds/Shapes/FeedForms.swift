package import Configuration
import Synchronization

package struct FeedForms: Hashable, Sendable {
  package static let fileName = "feeds.toml"

  /// The user's file; its forms take precedence.
  private let user: String?
  /// Candidates for the installed file; the first that exists is used.
  let installed: [String]

  private static let read = Mutex<[FeedForms: [JSONForm]]>([:])

  package init(user: String? = nil, installed: [String] = []) {
    (self.user, self.installed) = (user, installed)
  }

  /// Blocks the first time.
  var all: [JSONForm] {
    Self.read.withLock { read in
      if let forms = read[self] { return forms }
      let files = [user.flatMap(Self.bytes), installed.lazy.compactMap(Self.bytes).first]
      var reader = JSONFormReader()
      let forms = files.flatMap { reader.forms(in: $0 ?? []) }
      read[self] = forms
      return forms
    }
  }

  private static func bytes(at path: String) -> [UInt8]? { try? ConfigFile.bytes(at: path) }

  /// May block on the disk.
  package static func problems(in path: String) -> [ConfigProblem] {
    var reader = JSONFormReader()
    do throws(ConfigProblem) {
      _ = reader.forms(in: try ConfigFile.bytes(at: path) ?? [])
    } catch {
      return [error]
    }
    let start = TOMLPosition(line: 1, column: 1)
    return reader.problems.sorted { ($0.position ?? start) < ($1.position ?? start) }
  }
}

struct JSONFormReader {
  private(set) var problems: [ConfigProblem] = []

  private static let formKeys = [
    "items", "marks", "pictures", "full", "kind", "sizes", "title", "author", "date", "text",
  ]
  private static let sizeKeys = ["address", "each", "sides", "width", "height", "full", "picture"]

  mutating func forms(in bytes: [UInt8]) -> [JSONForm] {
    do throws(TOMLError) {
      return try TOMLReader.table(in: bytes).entries.flatMap { entry -> [JSONForm] in
        guard entry.key == "form", case .array(let nodes) = entry.node.value else {
          report(entry.position, "tables [[form]]", "“\(entry.key)”")
          return []
        }
        return nodes.compactMap { form($0) }
      }
    } catch {
      problems.append(ConfigProblem("\(error)", at: error.position))
      return []
    }
  }

  private mutating func form(_ node: TOMLNode) -> JSONForm? {
    let count = problems.count
    guard let table = table(node, "a form", keys: Self.formKeys) else { return nil }
    let form = JSONForm(
      items: paths(table, "items"), marks: paths(table, "marks"),
      pictures: table["pictures"] == nil ? [ShapePath("")] : paths(table, "pictures"),
      full: sides(table, "full"), sizes: sizes(table),
      kind: text(table, "kind").map { ShapePath($0) }, title: words(table, "title"),
      author: words(table, "author"), date: words(table, "date"), text: words(table, "text"))
    for key in ["items", "marks", "sizes"] where table[key] == nil {
      report(node.position, "“\(key)”", "a form without it")
    }
    for key in ["items", "marks", "pictures", "sizes"] {
      guard let node = table[key]?.node, node.value == .array([]) else { continue }
      report(node.position, "at least one element", "none")
    }
    return problems.count == count ? form : nil
  }

  private mutating func sizes(_ table: TOMLTable) -> [PictureSize] {
    elements(table, "sizes").compactMap { node in
      if case .string(let address) = node.value {
        return PictureSize(address: AddressTemplate(address))
      }
      guard let table = self.table(node, "an address or a size", keys: Self.sizeKeys) else {
        return nil
      }
      guard let address = text(table, "address") else {
        if table["address"] == nil { report(node.position, "“address”", "a size without it") }
        return nil
      }
      return PictureSize(
        places: ShapePath(text(table, "each") ?? ""), address: AddressTemplate(address),
        sides: sides(table, "sides"), maxWidth: pixels(table, "width"),
        maxHeight: pixels(table, "height"), isFull: isTrue(table, "full"),
        mustLookLikePicture: isTrue(table, "picture"))
    }
  }

  private mutating func table(_ node: TOMLNode, _ expected: String, keys: [String]) -> TOMLTable? {
    guard case .table(let table) = node.value else {
      report(node.position, expected, node.value.inWords)
      return nil
    }
    for entry in table.entries where !keys.contains(entry.key) {
      problems.append(
        ConfigProblem(at: entry.position, expected: "a key", of: keys, found: entry.key))
    }
    return table
  }

  private mutating func elements(_ table: TOMLTable, _ key: String) -> [TOMLNode] {
    value(table, key, "an array") { if case .array(let nodes) = $0 { nodes } else { nil } } ?? []
  }

  private mutating func texts(_ table: TOMLTable, _ key: String) -> [String] {
    elements(table, key).compactMap { node in
      if case .string(let text) = node.value { return text }
      report(node.position, "a string", node.value.inWords)
      return nil
    }
  }

  private mutating func paths(_ table: TOMLTable, _ key: String) -> [ShapePath] {
    texts(table, key).map { ShapePath($0) }
  }

  private mutating func words(_ table: TOMLTable, _ key: String) -> [JSONForm.WordPath] {
    texts(table, key).map { JSONForm.WordPath($0) }
  }

  private mutating func sides(_ table: TOMLTable, _ key: String) -> [ShapePath] {
    let paths = paths(table, key)
    if let node = table[key]?.node, paths.count != 2 {
      report(node.position, "the paths to a width and a height", "\(paths.count) paths")
    }
    return paths
  }

  private mutating func text(_ table: TOMLTable, _ key: String) -> String? {
    value(table, key, "a string") { if case .string(let text) = $0 { text } else { nil } }
  }

  private mutating func pixels(_ table: TOMLTable, _ key: String) -> Int? {
    value(table, key, "a number of pixels from 1 to 1000000") { value in
      guard case .integer(let number) = value, 1...1_000_000 ~= number else { return nil }
      return Int(number)
    }
  }

  private mutating func isTrue(_ table: TOMLTable, _ key: String) -> Bool {
    value(table, key, "true or false") { if case .boolean(let flag) = $0 { flag } else { nil } }
      ?? false
  }

  private mutating func value<Value>(
    _ table: TOMLTable, _ key: String, _ expected: String, _ read: (TOMLValue) -> Value?
  ) -> Value? {
    guard let node = table[key]?.node else { return nil }
    let value = read(node.value)
    if value == nil { report(node.position, expected, node.value.inWords) }
    return value
  }

  private mutating func report(_ position: TOMLPosition, _ expected: String, _ found: String) {
    problems.append(ConfigProblem(at: position, expected: expected, found: found))
  }
}
