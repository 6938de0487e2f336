import Base

/// Finds the list of photos in a document without a common structure.
enum ListFinder {
  /// Breadth-first search for an array, or an object of objects, with pictures among its first
  /// values.
  ///
  /// Bounded in depth and number of values.
  static func list(in document: JSONItem) -> [JSONItem]? {
    var level = [document]
    var count = 0
    for _ in 0..<depthLimit {
      var next: [JSONItem] = []
      for place in level {
        let values = values(of: place)
        if isList(place), isList(values) { return values }
        next += values.lazy.filter(\.isHolder).prefix(holderLimit)
        count += values.count
        guard count < countLimit else { return nil }
      }
      level = next
    }
    return nil
  }

  /// Whether there are pictures among the first items.
  static func isList(_ items: [JSONItem]) -> Bool {
    items.prefix(20).contains { $0.value.looksLikePicture || hasPicture($0) }
  }

  static func hasPicture(_ item: JSONItem) -> Bool {
    item.value.isObject && !PicturePlaces(item).isEmpty
  }

  /// An array, or an object that is a dictionary rather than a record.
  private static func isList(_ place: JSONItem) -> Bool {
    guard case .object(let members) = place.value else { return true }
    return !members.isEmpty
      && members.allSatisfy { member in
        member.value.isObject && PlainNames.sizeRank(of: member.name) == nil
          && PlainNames.role(of: member.name) == .unknown
          && !PlainNames.lists.contains(member.name)
      }
  }

  private static func values(of place: JSONItem) -> [JSONItem] {
    var values: [JSONItem] = []
    place.eachValue { item in
      values.append(item)
      return true
    }
    return values
  }

  private static let depthLimit = 6
  private static let holderLimit = 200
  private static let countLimit = 100_000
}
