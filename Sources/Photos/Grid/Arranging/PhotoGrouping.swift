import Catalog
import Culling
package import Finding
import Imaging
import PhotoIndex
package import Values

/// By what photos stand together, below a heading.
package enum PhotoGrouping: String, CaseIterable, Hashable, Sendable {
  case none, day, month, year, folder, rating, likeness, burst
  /// By day, month or year: the shortest of which there are enough photos in each.
  case auto

  /// How much has to be found out of photos for it.
  var depth: FactsDepth {
    switch self {
    case .none, .folder: .names
    case .day, .month, .year, .auto, .rating: .contents
    case .likeness, .burst: .looks
    }
  }
}

/// Photos that stand together.
package struct PhotoGroup: Hashable, Sendable {
  /// Where in the arrangement the first of them stands.
  package let start: Int
  /// What they have in common.
  package let title: GroupTitle
}

/// What the photos of a group have in common.
package enum GroupTitle: Hashable, Comparable, Sendable {
  /// A year, a month of it where that is not zero, and a day of it likewise.
  case date(Day)
  /// The path up to the names, as bytes of which nothing is known.
  case folder(ByteString)
  /// So many stars; zero for none, and minus one for those that are rejected.
  case stars(Int)
  /// They look alike; groups are counted from 1.
  case alike(Int)
  /// A camera took them in one go, the first at that time, in milliseconds by its clock; bursts are counted from 1.
  case burst(Int64, number: Int)
  /// They look like no other photo, or were taken by themselves.
  case single
  /// It is not known when they were taken.
  case undated
  /// They are on the web, and in no folder.
  case web

  /// Tells which group stands first; what is not known stands last.
  package static func < (left: GroupTitle, right: GroupTitle) -> Bool {
    switch (left, right) {
    case (.date(let left), .date(let right)): left < right
    case (.folder(let left), .folder(let right)): NaturalOrder.areInOrder(left, right)
    case (.stars(let left), .stars(let right)): left < right
    case (.alike(let left), .alike(let right)): left < right
    case (.burst(_, let left), .burst(_, let right)): left < right
    default: left.rank < right.rank
    }
  }

  /// Whether it stands among its like, and not behind all of them.
  fileprivate var isKnown: Bool { rank == 0 }

  private var rank: Int {
    switch self {
    case .date, .folder, .stars, .alike, .burst: 0
    case .single, .undated, .web: 1
    }
  }
}

/// The groups of a listing.
struct GroupTable: Sendable {
  /// The group of each entry, as they follow one another.
  let ranks: [Int32]
  /// What each group is called.
  let titles: [GroupTitle]

  /// So many photos should be in a group on average.
  static let enough = 12

  /// Puts entries into groups.
  /// - Parameters:
  ///   - entries: The listing.
  ///   - grouping: By what; not `none`.
  ///   - isReversed: Whether the last group comes first; what is not known stands last all the same.
  ///   - facts: What is known of the photos.
  ///   - looks: What they look like.
  init(
    _ entries: [CatalogEntry], by grouping: PhotoGrouping, isReversed: Bool,
    facts: FactsTable, looks: [PhotoID: DifferenceHash?] = [:]
  ) {
    let titles: [GroupTitle] =
      switch grouping {
      case .folder: entries.map { $0.photo.onWeb == nil ? .folder($0.photo.folder) : .web }
      case .rating: entries.map { .stars(min(max(-1, facts[$0.id]?.rating ?? 0), 5)) }
      case .likeness: Self.likenesses(of: entries.map { looks[$0.id] ?? nil })
      case .burst:
        Self.bursts(of: entries.map { BurstGroups.Frame(facts[$0.id], looks[$0.id] ?? nil) })
      default: Self.dates(of: entries.map { $0.photo.day(knowing: facts[$0.id]) }, by: grouping)
      }
    self.init(titles, isReversed: isReversed)
  }

  /// Puts entries into groups of time.
  /// - Parameters:
  ///   - days: When each of them was taken; nil where nobody knows.
  ///   - grouping: By which length of time.
  ///   - isReversed: Whether the last group comes first.
  init(days: [Day?], by grouping: PhotoGrouping, isReversed: Bool) {
    self.init(Self.dates(of: days, by: grouping), isReversed: isReversed)
  }

  private init(_ titles: [GroupTitle], isReversed: Bool) {
    let sorted = Set(titles).sorted { first, second in
      first.isKnown && second.isKnown && isReversed ? second < first : first < second
    }
    let ranks = Dictionary(uniqueKeysWithValues: zip(sorted, 0 as Int32..<Int32(sorted.count)))
    self.titles = sorted
    self.ranks = titles.map { ranks[$0] ?? 0 }
  }

  /// The groups of those that look alike, in the order of their first photos.
  private static func likenesses(of looks: [DifferenceHash?]) -> [GroupTitle] {
    var titles = [GroupTitle](repeating: .single, count: looks.count)
    for (number, places) in LikenessGroups.groups(of: looks).enumerated() {
      for place in places { titles[place] = .alike(number + 1) }
    }
    return titles
  }

  /// Those that were taken in one go, in the order in which they were taken.
  private static func bursts(of frames: [BurstGroups.Frame?]) -> [GroupTitle] {
    var titles = [GroupTitle](repeating: .single, count: frames.count)
    for (number, places) in BurstGroups.groups(of: frames).enumerated() {
      let start = frames[places[0]]?.time ?? 0
      for place in places { titles[place] = .burst(start, number: number + 1) }
    }
    return titles
  }

  private static func dates(of days: [Day?], by grouping: PhotoGrouping) -> [GroupTitle] {
    let known = Set(days.compactMap(\.self))
    let count = days.count { $0 != nil }
    let length: PhotoGrouping =
      switch grouping {
      case .auto where count >= enough * known.count: .day
      case .auto where count >= enough * Set(known.map { Day($0.year, $0.month, 0) }).count: .month
      case .auto: .year
      default: grouping
      }
    return days.map { day in
      day.map { day in
        switch length {
        case .year: .date(Day(day.year, 0, 0))
        case .month: .date(Day(day.year, day.month, 0))
        default: .date(day)
        }
      } ?? .undated
    }
  }

  /// The groups of entries that stand in them.
  /// - Parameters:
  ///   - positions: Where the entries stand in the listing.
  ///   - folderCount: How many folders stand before the first of them.
  /// - Returns: Those of which there are any.
  func groups(of positions: [Int32], after folderCount: Int) -> [PhotoGroup] {
    var (groups, last) = ([PhotoGroup](), Int32(-1))
    for (index, position) in positions.enumerated() where ranks[Int(position)] != last {
      last = ranks[Int(position)]
      groups.append(PhotoGroup(start: folderCount + index, title: titles[Int(last)]))
    }
    return groups
  }

  /// Brings entries that are in order into their groups, each of which keeps that order.
  func grouped(_ positions: [Int32]?) -> [Int32] {
    var buckets = [[Int32]](repeating: [], count: titles.count)
    if let positions {
      for position in positions { buckets[Int(ranks[Int(position)])].append(position) }
    } else {
      for index in ranks.indices { buckets[Int(ranks[index])].append(Int32(index)) }
    }
    return Array(buckets.joined())
  }
}

extension BurstGroups.Frame {
  /// What is known of a photo; nil where it does not say itself at which second it was taken, or cannot be seen.
  init?(_ facts: PhotoFacts?, _ look: DifferenceHash?) {
    guard let facts, let look, let taken = facts.taken, taken.source == .photo,
      taken.precision == .second
    else { return nil }
    self.init(time: taken.wallMilliseconds, camera: facts.words?.camera, look: look)
  }
}
