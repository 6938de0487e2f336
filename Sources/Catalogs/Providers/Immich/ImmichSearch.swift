import Addresses
import Values

/// What Immich is asked to look for.
///
/// Words are looked for in what the pictures show (`search/smart`). Names and values with equals signs between them
/// are fields of `search/metadata`, such as `city=Berlin&isFavorite=true`; an album is one of them.
struct ImmichSearch: Hashable, Sendable {
  /// How many photos a page has.
  static let pageSize = 250
  /// How many photos an answer may have: a smart search with a filter has no pages.
  private static let largestSize = 1_000
  /// The fields that are lists of ids.
  private static let lists: Set<String> = ["personIds", "tagIds", "albumIds"]

  private let words: String?
  /// What a request has besides its page.
  private let members: [JSONMember]
  /// Whether the request has a structured filter, and so no page number.
  private let isStructured: Bool

  /// Takes what stands behind the question mark, the album to look in, nil for all, and the server's version.
  init(_ words: String?, albumID: String?, version: ImmichVersion) {
    var fields = albumID.map { [JSONMember(name: "albumIds", value: .array([.string($0)]))] } ?? []
    let pairs = (words ?? "").split(separator: "&").map { part in
      part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    }
    let areFields = pairs.allSatisfy { $0.count == 2 && Self.isName($0[0]) }
    if areFields {
      fields += pairs.map { pair in
        JSONMember(name: String(pair[0]), value: Self.value(Self.plain(pair[1]), of: pair[0]))
      }
    }
    self.words = areFields ? nil : words.map { Self.plain($0[...]) }
    let structured = version >= .structured ? ImmichFilter.members(for: fields) : nil
    members = structured ?? fields
    // Without a filter a smart search still has pages.
    isStructured = structured != nil && (self.words == nil || !fields.isEmpty)
  }

  /// The end of the path that is asked.
  var path: String { words == nil ? "metadata" : "smart" }

  /// What is sent to get a page.
  /// - Parameters:
  ///   - page: The number of the page, from 1.
  ///   - cursor: What the page before has named as the next one; nil for the first page, and where there are no
  ///     cursors.
  /// - Returns: The body of the request.
  func query(page: Int, cursor: String?) -> JSONValue {
    let query = words.map { [JSONMember(name: "query", value: .string($0))] } ?? []
    let size = isStructured && words != nil ? Self.largestSize : Self.pageSize
    var paging: [(String, JSONValue)] = [("withExif", true), ("size", JSONValue(size))]
    if !isStructured {
      paging.append(("page", JSONValue(page)))
    } else if let cursor {
      paging.append(("cursor", .string(cursor)))
    }
    return .object(query + members + paging.map { JSONMember(name: $0.0, value: $0.1) })
  }

  /// Whether another page can be asked for after one.
  /// - Parameters:
  ///   - cursor: What it names as the next one.
  ///   - previous: What was sent to get it.
  /// - Returns: False where there is none, or its cursor leads to itself.
  func goesOn(after cursor: String?, _ previous: String?) -> Bool {
    !isStructured || cursor != nil && cursor != previous
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0.isLetter }
  }

  private static func plain(_ text: Substring) -> String {
    String(decoding: PercentEncoding.decodedForm(Array(text.utf8)), as: UTF8.self)
  }

  private static func value(_ text: String, of name: Substring) -> JSONValue {
    guard !lists.contains(String(name)) else {
      return .array(text.split(separator: ",").map { .string(String($0)) })
    }
    return switch text {
    case "true": true
    case "false": false
    case "null": .null
    default: Int(text).map { JSONValue($0) } ?? .string(text)
    }
  }
}
