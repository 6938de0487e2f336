package import Base
import Catalogs
import Imaging
import Storage

package enum PhotoGrouping: String, CaseIterable, Hashable, Sendable {
  case none, day, month, year, folder, rating, likeness, burst, keyword, person, place
  /// Day, month or year: the shortest with enough photos per group.
  case auto

  var depth: FactsDepth {
    switch self {
    case .none, .folder: .names
    case .day, .month, .year, .auto, .rating: .contents
    case .keyword, .person, .place: .texts
    case .likeness, .burst: .hashes
    }
  }
}

package struct PhotoGroup: Hashable, Sendable {
  package let start: Int
  package let title: GroupTitle
}

package enum GroupTitle: Hashable, Comparable, Sendable {
  /// A day, a month (day 0) or a year (month and day 0).
  case date(Day)
  /// Path of the folder, as raw bytes; not sanitized.
  case folder(ByteString)
  /// 0 for none, -1 for rejected.
  case stars(Int)
  case alike(Int)
  /// Time of the first frame in milliseconds by the camera's clock; numbered from 1.
  case burst(Int64, number: Int)
  /// The first keyword or person, or the place; untrusted.
  case word(String)
  /// Similar to no other photo, or in no burst.
  case single
  case noKeyword
  case noPerson
  case noPlace
  case undated
  case web

  package static func < (left: GroupTitle, right: GroupTitle) -> Bool {
    switch (left, right) {
    case (.date(let left), .date(let right)): left < right
    case (.folder(let left), .folder(let right)): NaturalOrder.areInOrder(left, right)
    case (.stars(let left), .stars(let right)): left < right
    case (.alike(let left), .alike(let right)): left < right
    case (.burst(_, let left), .burst(_, let right)): left < right
    case (.word(let left), .word(let right)):
      NaturalOrder.areInOrder(ByteString(left), ByteString(right))
    default: left.rank < right.rank
    }
  }

  fileprivate var isKnown: Bool { rank == 0 }

  private var rank: Int {
    switch self {
    case .date, .folder, .stars, .alike, .burst, .word: 0
    case .single, .noKeyword, .noPerson, .noPlace, .undated, .web: 1
    }
  }
}

struct GroupTable: Sendable {
  let ranks: [Int32]
  let titles: [GroupTitle]

  /// Minimum average number of photos per group for `auto`.
  static let enough = 12

  /// `grouping` must not be `none`; unknown values stay last if reversed. `bursts` are positions.
  init(
    _ entries: [CatalogEntry], by grouping: PhotoGrouping, isReversed: Bool,
    knowing facts: KnownFacts, bursts: [[Int]]
  ) {
    let titles: [GroupTitle] =
      switch grouping {
      case .folder: entries.map { $0.photo.onWeb == nil ? .folder($0.photo.folder) : .web }
      case .rating: entries.map { .stars(min(max(-1, facts.table[$0.id]?.rating ?? 0), 5)) }
      case .keyword:
        entries.map { facts.texts.firstKeyword(of: $0.id).map(GroupTitle.word) ?? .noKeyword }
      case .person:
        entries.map { facts.texts.firstPerson(of: $0.id).map(GroupTitle.word) ?? .noPerson }
      case .place:
        entries.map { facts.texts.placeTitle(of: $0.id).map(GroupTitle.word) ?? .noPlace }
      case .likeness:
        Self.titles(
          entries.count, in: LikenessGroups.groups(of: entries.map { facts.hashes[$0.id] ?? nil })
        ) { .alike($1) }
      case .burst:
        Self.titles(entries.count, in: bursts) {
          .burst(facts.table.wallMilliseconds(of: entries[$0].id) ?? 0, number: $1)
        }
      default:
        Self.dates(of: entries.map { $0.photo.day(knowing: facts.table[$0.id]) }, by: grouping)
      }
    self.init(titles, isReversed: isReversed)
  }

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

  private static func titles(
    _ count: Int, in groups: [[Int]], _ title: (_ first: Int, _ number: Int) -> GroupTitle
  ) -> [GroupTitle] {
    var titles = [GroupTitle](repeating: .single, count: count)
    for (index, places) in groups.enumerated() {
      for place in places { titles[place] = title(places[0], index + 1) }
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

  func groups(of positions: [Int32], after folderCount: Int) -> [PhotoGroup] {
    var (groups, last) = ([PhotoGroup](), Int32(-1))
    for (index, position) in positions.enumerated() where ranks[Int(position)] != last {
      last = ranks[Int(position)]
      groups.append(PhotoGroup(start: folderCount + index, title: titles[Int(last)]))
    }
    return groups
  }

  /// Distributes sorted entries to their groups, stably; nil is the order of the listing.
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
  /// Nil unless the photo itself says at which second it was taken, and it can be decoded.
  init?(_ facts: PhotoFacts?, _ hash: DifferenceHash?) {
    guard let facts, let hash, let taken = facts.taken, taken.source == .photo,
      taken.precision == .second
    else { return nil }
    self.init(time: taken.wallMilliseconds, camera: facts.words?.camera, hash: hash)
  }
}

struct BurstStacks: Sendable {
  /// Indices in the listing, in order of capture.
  let bursts: [[Int]]
  private let numbers: [PhotoID: Int]

  /// Among the photos whose facts and hashes are known.
  init(_ entries: [CatalogEntry], knowing facts: KnownFacts) {
    bursts = BurstGroups.groups(
      of: entries.map { BurstGroups.Frame(facts.table[$0.id], facts.hashes[$0.id] ?? nil) })
    var numbers: [PhotoID: Int] = [:]
    for (number, burst) in bursts.enumerated() {
      for place in burst { numbers[entries[place].id] = number }
    }
    self.numbers = numbers
  }

  /// Indices in the listing; empty if the photo is in no burst.
  func burst(of id: PhotoID) -> [Int] { numbers[id].map { bursts[$0] } ?? [] }

  /// Collapses the bursts of the entries in `mask`, nil for all, except those in `open`. A burst is
  /// represented by its picked frame, else by the best rated, among several by the sharpest, or the
  /// first if not all were measured.
  func folded(
    _ mask: [Bool]?, open: Set<PhotoID>, of entries: [CatalogEntry], knowing facts: KnownFacts
  ) -> FoldedStacks {
    var folded = FoldedStacks(mask: mask ?? Array(repeating: true, count: entries.count))
    for burst in bursts {
      let frames = burst.filter { folded.mask[$0] }.map { entries[$0].id }
      guard frames.count > 1 else { continue }
      let top = Self.top(of: frames, knowing: facts)
      folded.frames[top] = frames
      guard !frames.contains(where: open.contains) else { continue }
      folded.closed.insert(top)
      for place in burst where folded.mask[place] && entries[place].id != top {
        folded.mask[place] = false
        folded.tops[entries[place].id] = top
      }
    }
    return folded
  }

  private static func top(of frames: [PhotoID], knowing facts: KnownFacts) -> PhotoID {
    let ranks = frames.map { id in
      let known = facts.table[id]
      return (known?.isPicked == true ? 10 : 0) + (known?.rating ?? 0)
    }
    let best = ranks.max()
    let all = zip(frames, ranks).filter { $0.1 == best }.map(\.0)
    return facts.sharpest(of: all) ?? all[0]
  }
}

struct FoldedStacks: Sendable {
  var mask: [Bool]
  /// The visible frames of each burst, by the top frame.
  var frames: [PhotoID: [PhotoID]] = [:]
  var closed: Set<PhotoID> = []
  /// The top frame for each hidden frame.
  var tops: [PhotoID: PhotoID] = [:]

  func frames(below top: PhotoID) -> [PhotoID]? { closed.contains(top) ? frames[top] : nil }
}
