import Addresses
import Values

/// What Immich is asked to look for.
///
/// Words are looked for in what the pictures show (`search/smart`). Names and values with equals signs between them
/// are fields of `search/metadata`, such as `city=Berlin&isFavorite=true`; an album is one of them.
struct ImmichSearch: Hashable, Sendable {
  /// How many photos a page has.
  static let pageSize = 250

  private let words: String?
  private let fields: [JSONMember]

  /// Takes what stands behind the question mark, and the album to look in; nil for all.
  init(_ words: String?, albumID: String?) {
    var fields = albumID.map { [JSONMember(name: "albumIds", value: .array([.string($0)]))] } ?? []
    let pairs = (words ?? "").split(separator: "&").map { part in
      part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    }
    let areFields = pairs.allSatisfy { $0.count == 2 && Self.isName($0[0]) }
    if areFields {
      fields += pairs.map { JSONMember(name: String($0[0]), value: Self.value(Self.plain($0[1]))) }
    }
    self.words = areFields ? nil : words.map { Self.plain($0[...]) }
    self.fields = fields
  }

  /// The end of the path that is asked.
  var path: String { words == nil ? "metadata" : "smart" }

  /// What is sent to get a page, the first of which has the number 1.
  func query(page: Int) -> JSONValue {
    let query = words.map { [JSONMember(name: "query", value: .string($0))] } ?? []
    let paging: [(String, JSONValue)] = [
      ("withExif", true), ("size", JSONValue(Self.pageSize)), ("page", JSONValue(page)),
    ]
    return .object(query + fields + paging.map { JSONMember(name: $0.0, value: $0.1) })
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isLetter }
  }

  private static func plain(_ text: Substring) -> String {
    String(decoding: PercentEncoding.decodedForm(Array(text.utf8)), as: UTF8.self)
  }

  private static func value(_ text: String) -> JSONValue {
    switch text {
    case "true": true
    case "false": false
    case "null": .null
    default: Int(text).map { JSONValue($0) } ?? .string(text)
    }
  }
}
