import Base

/// Converts flat search fields to the structured filter of Immich 3.2 and later.
///
/// Flat fields are deprecated there, and a request must not mix both forms (`MetadataSearchDto` and
/// `SearchFilter` of its OpenAPI document).
enum ImmichFilter {
  /// Filter member and operator for each flat field.
  private static let conditions: [String: (name: String, operation: String)] = {
    var conditions: [String: (name: String, operation: String)] = [:]
    for name in [
      "id", "libraryId", "type", "visibility", "isFavorite", "isMotion", "isOffline", "isEncoded",
      "city", "state",
      "country", "make", "model", "lensModel", "rating", "checksum", "encodedVideoPath",
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

  /// The members of a structured request; nil if a field has no counterpart and the flat form is
  /// needed.
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
  private static func add(
    _ operation: JSONMember, to name: String, of filter: inout [JSONMember]
  ) {
    guard let index = filter.firstIndex(where: { $0.name == name }),
      case .object(let operations) = filter[index].value
    else {
      filter.append(JSONMember(name: name, value: .object([operation])))
      return
    }
    filter[index] = JSONMember(name: name, value: .object(operations + [operation]))
  }
}
