import Base

/// Plain text searches by content (`search/smart`). `name=value` pairs are fields of
/// `search/metadata`, such as `city=Berlin&isFavorite=true`; an album is one of them.
struct ImmichSearch: Hashable, Sendable {
  static let pageSize = 250
  /// Maximum photos of a response: a smart search with a filter has no pages.
  private static let largestSize = 1_000
  private static let lists: Set<String> = ["personIds", "tagIds", "albumIds"]

  private let words: String?
  private let members: [JSONMember]
  /// Whether the request has a structured filter, and so no page number.
  private let isStructured: Bool

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

  var path: String { words == nil ? "metadata" : "smart" }

  /// `page` is counted from 1; `cursor` is from the previous page.
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

  /// A structured search needs a cursor that differs from the previous one.
  func hasNextPage(after cursor: String?, _ previous: String?) -> Bool {
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

/// Converts flat search fields to the structured filter of Immich 3.2 and later.
///
/// Flat fields are deprecated there, and a request must not mix both forms (`MetadataSearchDto` and
/// `SearchFilter` of its OpenAPI document).
enum ImmichFilter {
  private static let conditions: [String: (name: String, operation: String)] = {
    var conditions: [String: (name: String, operation: String)] = [:]
    for name in [
      "id", "libraryId", "type", "visibility", "isFavorite", "isMotion", "isOffline", "isEncoded",
      "city", "state", "country", "make", "model", "lensModel", "rating", "checksum",
      "encodedVideoPath",
    ] { conditions[name] = (name, "eq") }
    for name in ["description", "originalFileName", "originalPath"] {
      conditions[name] = (name, "like")
    }
    for name in ["personIds", "tagIds", "albumIds"] { conditions[name] = (name, "all") }
    for name in ["taken", "created", "updated", "trashed"] {
      conditions["\(name)After"] = ("\(name)At", "gte")
      conditions["\(name)Before"] = ("\(name)At", "lte")
    }
    conditions["ocr"] = ("ocr", "matches")
    return conditions
  }()
  private static let others: Set<String> = ["withExif", "withPeople", "withStacked"]

  /// Nil if a field has no counterpart and the flat form is needed.
  static func members(for fields: [JSONMember]) -> [JSONMember]? {
    var (filter, members): ([JSONMember], [JSONMember]) = ([], [])
    for field in fields {
      if let condition = conditions[field.name] {
        add(
          JSONMember(name: condition.operation, value: field.value), to: condition.name, of: &filter
        )
      } else if field.name == "isNotInAlbum", case .bool(let isNotInAlbum) = field.value {
        if isNotInAlbum { add(JSONMember(name: "eq", value: false), to: "hasAlbums", of: &filter) }
      } else if field.name == "order" {
        members.append(JSONMember(name: "orderBy", value: ["direction": field.value]))
      } else if others.contains(field.name) {
        members.append(field)
      } else {
        return nil
      }
    }
    if !filter.isEmpty { members.append(JSONMember(name: "filter", value: .object(filter))) }
    return members
  }

  /// Adds an operator to a filter member; dates have one for each end.
  private static func add(_ operation: JSONMember, to name: String, of filter: inout [JSONMember]) {
    guard let index = filter.firstIndex(where: { $0.name == name }),
      case .object(let operations) = filter[index].value
    else {
      filter.append(JSONMember(name: name, value: .object([operation])))
      return
    }
    filter[index] = JSONMember(name: name, value: .object(operations + [operation]))
  }
}

/// The API version of an Immich server, from `server/version`.
struct ImmichVersion: Hashable, Comparable, Sendable {
  let major, minor: Int

  /// The first version that sends a month's photos in columns with time zone offsets.
  static let oldest = ImmichVersion(major: 1, minor: 137)
  /// The first version with structured filters and cursors.
  static let structured = ImmichVersion(major: 3, minor: 2)

  static func < (left: ImmichVersion, right: ImmichVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}
