import Base
import Catalogs
import FileActions
import Photos
import Storage
import Terminal

struct ImportPlan: Sendable {
  /// The new photos of a group with its facts.
  struct Row: Sendable {
    var group: ImportGroup
    /// By the camera's clock; the file's time if no date is known.
    let taken: TakenTime?
    let photo: RenamedPhoto

    init(group: ImportGroup, facts: [PhotoFacts], event: String) {
      self.group = group
      taken =
        facts.compactMap(\.taken).min {
          ($0.source.rawValue, $0.wallMilliseconds) < ($1.source.rawValue, $1.wallMilliseconds)
        }
      var photo = RenamedPhoto(group.photos[0].path)
      photo.taken = taken.map {
        Int($0.wallMilliseconds).quotientAndRemainder(flooringBy: 1000).quotient
      }
      photo.hasTime = true
      photo.camera = facts.lazy.compactMap { $0.words?.camera }.first
      photo.event = event
      self.photo = photo
    }

    var day: Day { taken?.day ?? Day(1970, 1, 1) }
  }

  let card: ByteString
  let destinations: [ByteString]
  private let survey: ImportSurvey
  private(set) var groups: [ImportGroup]
  private(set) var failures: [FileActionError]
  /// Photos whose target names are in use.
  private(set) var numberedCount = 0
  private(set) var undatedCount = 0
  var rejectedCount = 0
  var leftOutCount = 0
  let isChosen: Bool
  /// Of the photos on the card, by path.
  var texts: [ByteString: PhotoDescription] = [:]

  /// `chosen` are the photos to import; nil for all.
  init(
    _ survey: ImportSurvey, card: ByteString, destinations: [ByteString], chosen: Set<ByteString>?
  ) {
    self.survey = survey
    (self.card, self.destinations, isChosen) = (card, destinations, chosen != nil)
    groups = survey.groups.filter { !$0.copies.isEmpty }
    failures = survey.tree.failures
    guard let chosen else { return }
    let new = photoCount
    groups.removeAll { group in !group.photos.contains { chosen.contains($0.path) } }
    leftOutCount = new - photoCount
    let gone = chosen.subtracting(survey.groups.flatMap(\.photos).map(\.path))
    failures += gone.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .map { .gone(FileName(lastOf: $0)) }
  }

  /// Replaces the groups by these, named in the order they were taken.
  mutating func name(_ rows: [Row], _ pattern: RenamePattern) {
    var names = ImportNames(pattern, for: survey, count: rows.count)
    let rows = rows.enumerated().sorted {
      let times = [$0, $1].map { $0.element.taken?.wallMilliseconds ?? .min }
      return (times[0], $0.offset) < (times[1], $1.offset)
    }
    groups = rows.compactMap { _, row in
      var group = row.group
      do throws(FileActionError) {
        if try names.name(&group, row.photo) { numberedCount += 1 }
        if row.taken?.source == .file { undatedCount += 1 }
        return group
      } catch {
        failures.append(error)
        return nil
      }
    }
  }

  var allGroups: [ImportGroup] { survey.groups }

  var photoCount: Int { groups.reduce(0) { $0 + $1.newPhotos.count } }
  var byteCount: Int { groups.reduce(0) { $0 + $1.byteCount } }

  /// Whether there is nothing to import but what failed.
  var isHopeless: Bool { groups.isEmpty && !failures.isEmpty }

  var lines: String {
    groups.flatMap { group in
      group.copies.flatMap { copy in
        copy.files.map { file in
          let target = HomePath(copy.target(of: file, in: group), home: Storage.home)
          return "\(DisplayText("\(file.path)")) → \(DisplayText("\(target)"))\n"
        }
      }
    }.joined()
  }

  static func words(for destinations: [ByteString]) -> String {
    destinations.map { "\(HomePath($0, home: Storage.home))" }.joined(separator: " and ")
  }

  var summary: String {
    var lines: [String] = []
    if photoCount == 0 {
      lines.append("No new photos on \(card)")
    } else {
      lines.append(
        "\(photoCount.photos) new, \(ByteCount(byteCount)), to \(Self.words(for: destinations))")
      lines.append("Folders: \(folders)")
    }
    let survey = survey
    let others = [
      (survey.knownCount, "known already"), (rejectedCount, "rejected"),
      (leftOutCount, isChosen ? "not chosen" : "left out by --filter or --since"),
    ].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
    if !others.isEmpty { lines.append("Not imported: \(others.joined(separator: ", "))") }
    if numberedCount > 0 {
      lines.append(
        numberedCount == 1
          ? "1 name is in use and gets a number"
          : "\(numberedCount.grouped) names are in use and get a number")
    }
    if undatedCount > 0 {
      lines.append("\(undatedCount.photos) without a date: the time of the file is used")
    }
    let skipped = [
      (survey.tree.linkCount, "symbolic link"), (survey.tree.specialCount, "special file"),
      (survey.otherCount, "other file"),
    ].filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)\($0.0 == 1 ? "" : "s")" }
    if !skipped.isEmpty { lines.append("Skipped: \(skipped.joined(separator: ", "))") }
    return lines.map { "\(DisplayText($0))\n" }.joined()
  }

  /// The target folders below the first destination with the number of their photos.
  private var folders: String {
    var counts: [ByteString: Int] = [:]
    for group in groups {
      guard let copy = group.copies.first else { continue }
      let root = destinations[copy.destination - 1]
      let folder = copy.target(of: copy.photos[0], in: group).folderPath
      let path = ByteString(
        folder.bytes.dropFirst(root.bytes.count).drop { $0 == UInt8(ascii: "/") })
      counts[path, default: 0] += copy.photos.count
    }
    let shown = 6
    let sorted = counts.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
    let words = sorted.prefix(shown).map {
      "\($0.key.bytes.isEmpty ? ByteString(".") : $0.key) (\($0.value.grouped))"
    }
    let more = sorted.count - words.count
    return words.joined(separator: ", ") + (more > 0 ? " and \(more.grouped) more" : "")
  }

  /// An object per file, and one with the totals.
  var json: String {
    let files = groups.flatMap { group in
      group.files.compactMap { file -> JSONValue? in
        let targets = group.copies.filter { $0.files.contains(file) }
          .map { JSONValue.string($0.target(of: file, in: group).lossyText) }
        return targets.isEmpty
          ? nil
          : JSONValue([
            ("source", .string(file.path.lossyText)), ("targets", .array(targets)),
            ("bytes", JSONValue(file.byteCount)),
          ])
      }
    }
    let totals = JSONValue([
      ("photos", JSONValue(photoCount)), ("bytes", JSONValue(byteCount)),
      ("known", JSONValue(survey.knownCount)), ("rejected", JSONValue(rejectedCount)),
      ("left_out", JSONValue(leftOutCount)), ("numbered", JSONValue(numberedCount)),
      ("links", JSONValue(survey.tree.linkCount)),
      ("special_files", JSONValue(survey.tree.specialCount)),
      ("other_files", JSONValue(survey.otherCount)), ("failures", JSONValue(failures.count)),
    ])
    return (files + [totals]).map { "\($0)\n" }.joined()
  }
}

extension ImportGroup {
  /// Those that are missing in some destination.
  var newPhotos: Set<FolderTree.File> { Set(copies.flatMap(\.photos)) }
  var byteCount: Int { copies.flatMap(\.files).reduce(0) { $0 + $1.byteCount } }
}

extension Int {
  var photos: String { self == 1 ? "1 photo" : "\(grouped) photos" }
}
