import Base

/// Locates the picture of an item of unknown form by member names.
///
/// A breadth-first search, bounded in depth and number of objects.
struct PicturePlaces {
  /// A smaller picture: an address, an object of sizes, or a list.
  private(set) var small: JSONItem?
  private(set) var main: JSONItem?
  private(set) var holder: JSONItem?
  /// A member of the item that is a picture's address or a web page's.
  private(set) var link: JSONItem?
  /// Whether another member is the web page, so that `link` is not.
  private(set) var hasPage = false

  init(_ item: JSONItem, depth: Int = 5) {
    var holders = [item]
    var count = 0
    for level in 0..<depth where main == nil && count < Self.holderLimit {
      count += holders.count
      var next: [JSONItem] = []
      for holder in holders { look(into: holder, isItem: level == 0, &next) }
      holders = next
    }
  }

  var isEmpty: Bool { main == nil && small == nil }

  /// Examines one object, keeping earlier finds, and adds its children to `deeper`.
  private mutating func look(into holder: JSONItem, isItem: Bool, _ deeper: inout [JSONItem]) {
    guard case .object(let members) = holder.value else {
      return holder.eachValue { element in
        if element.isHolder { deeper.append(element) }
        return deeper.count < Self.holderLimit
      }
    }
    var best = Best()
    for member in members {
      let role = PlainNames.role(of: member.name)
      best.note(member, role)
      guard role != .other, member.value.isHolder, deeper.count < Self.holderLimit else { continue }
      deeper.append(holder.place(of: member))
    }
    let place = { (member: JSONMember?) in member.map { holder.place(of: $0) } }
    if small == nil { small = place(best.small.member) }
    if isItem {
      link = place(best.link.member)
      hasPage = best.hasPage
    }
    guard main == nil else { return }
    main = place(best.main.member ?? best.pictureLink.member)
    if main != nil { self.holder = holder }
  }

  private static let holderLimit = 200
}

extension PicturePlaces {
  private struct Best {
    /// A lower rank is better.
    typealias Choice = (rank: Int, member: JSONMember?)

    private(set) var main: Choice = (.max, nil)
    private(set) var small: Choice = (.max, nil)
    private(set) var link: Choice = (.max, nil)
    private(set) var pictureLink: Choice = (.max, nil)
    private(set) var hasPage = false

    mutating func note(_ member: JSONMember, _ role: PlainNames.Role) {
      switch role {
      case .picture(let rank) where rank < main.rank && member.value.leadsToPicture():
        main = (rank, member)
      case .smallPicture(let rank) where rank < small.rank && member.value.leadsToPicture():
        small = (rank, member)
      case .link(let rank, let isPage):
        hasPage = hasPage || isPage
        if !isPage, rank < link.rank, member.value.isAddress { link = (rank, member) }
        if rank < pictureLink.rank, member.value.looksLikePicture { pictureLink = (rank, member) }
      case .page: hasPage = true
      default: break
      }
    }
  }
}

extension JSONValue {
  var isHolder: Bool { isObject || self[0] != nil }

  var isAddress: Bool {
    guard let text else { return false }
    return !text.isEmpty && !text.utf8.contains(where: \.isSpace)
  }

  var looksLikePicture: Bool {
    guard let text else { return false }
    return AddressKind(text.utf8) == .picture && isAddress
  }

  /// Whether it is an address, judged by slashes or extension, or contains one under the name of a
  /// size.
  func leadsToPicture(depth: Int = 0) -> Bool {
    switch self {
    case .string(let text):
      return isAddress && (text.utf8.contains(UInt8(ascii: "/")) || looksLikePicture)
    case .array(let elements) where depth < Self.sizeDepth:
      return elements.prefix(20).contains { $0.leadsToPicture(depth: depth + 1) }
    case .object(let members) where depth < Self.sizeDepth:
      return members.contains { member in
        PlainNames.sizeRank(of: member.name) != nil
          && member.value.leadsToPicture(depth: depth + 1)
      }
    default: return false
    }
  }

  /// Maximum nesting of sizes in a picture.
  static let sizeDepth = 4
}

extension JSONItem {
  var isHolder: Bool { value.isHolder }

  fileprivate func place(of member: JSONMember) -> JSONItem {
    JSONItem(value: member.value, path: path.appending(.member(member.name)))
  }
}
