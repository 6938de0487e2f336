package import Base
import Glibc

/// Photos of a card with one name before the extension, and the files that belong to them: sidecars,
/// the other half of a motion photo, voice notes.
package struct ImportGroup: Sendable {
  package let photos: [FolderTree.File]
  package let companions: [FolderTree.File]
  /// Where it is missing; empty if everything is known.
  package internal(set) var copies: [ImportCopy] = []

  package var files: [FolderTree.File] { photos + companions }

  var stem: ByteString { photos[0].path.lastName.stem }

  /// What follows the stem in the name of a file.
  func tail(of path: ByteString) -> ArraySlice<UInt8> {
    path.lastName.bytes.dropFirst(stem.bytes.count)
  }
}

/// What is to be copied of a group to one destination.
package struct ImportCopy: Sendable {
  /// 1 or 2.
  package let destination: Int
  package let photos: [FolderTree.File]
  package let companions: [FolderTree.File]
  /// The path without the tails of the names; empty until it is named.
  package internal(set) var stem: ByteString
  /// Whether a killed import has begun it at `stem`.
  let isResumed: Bool
  /// Whether other photos of the group are at `stem` already.
  let isJoining: Bool

  package var files: [FolderTree.File] { photos + companions }

  package func target(of file: FolderTree.File, in group: ImportGroup) -> ByteString {
    ByteString(stem.bytes + group.tail(of: file.path))
  }
}

package enum ImportStep: Hashable, Sendable {
  case foundPhotos(Int)
  case foundFiles(Int)
  /// Files in the destinations that have the size of a photo on the card.
  case comparedFiles(Int, of: Int)
  case checkedPhotos(Int, of: Int)
}

/// What is on a card, and what of it is new. Blocks.
package struct ImportSurvey: Sendable {
  package private(set) var groups: [ImportGroup] = []
  package private(set) var tree: FolderTree
  /// Photos that are in a destination or were imported before, and others of the same content.
  package private(set) var knownCount = 0
  /// Files that are neither photos nor belong to one.
  package private(set) var otherCount = 0

  private let card: ByteString
  /// Absolute, in order.
  let destinations: [ByteString]
  /// Whether only photos in the destinations are known, not those that were imported before.
  private let isAgain: Bool
  /// The files in the destinations that may be those of the card, by content.
  private var known: (paths: [[ContentKey: ByteString]], sizes: Set<Int>) = ([], [])
  private var keys: [FolderTree.File: ContentKey] = [:]
  private var same: [FolderTree.File: ByteString] = [:]

  /// Extensions of files that cameras write beside a photo, under its name.
  private static let besides: Set<ShortExtension> = ["aae", "m4a", "mov", "mp4", "thm", "wav"]

  /// Abandoned temporary files in the destinations are removed if `isWriting`. Throws if the card
  /// cannot be read. Photos that were imported before are new if `isAgain` and they are in no
  /// destination.
  package init(
    of card: ByteString, into destinations: [ByteString], _ journal: ImportJournal,
    isWriting: Bool, isAgain: Bool = false, isPhoto: (ByteString) -> Bool,
    onProgress: (ImportStep) -> Void = { _ in }
  ) throws(SystemError) {
    var found = 0
    tree = try FolderTree(below: card) { name in
      guard isPhoto(name) else { return }
      found += 1
      onProgress(.foundPhotos(found))
    }
    (self.card, self.destinations, self.isAgain) = (card, destinations, isAgain)
    findGroups(isPhoto)
    known = knownFiles(isWriting: isWriting, onProgress)
    compare(with: journal, onProgress)
  }

  /// Lists the card again, for new sidecars; of files that are the same, nothing is read.
  package mutating func list(
    _ journal: ImportJournal, isPhoto: (ByteString) -> Bool
  ) throws(SystemError) {
    tree = try FolderTree(below: card)
    findGroups(isPhoto)
    compare(with: journal) { _ in }
  }

  private mutating func compare(
    with journal: ImportJournal, _ onProgress: (ImportStep) -> Void
  ) {
    let count = groups.reduce(0) { $0 + $1.photos.count }
    var checked = 0
    knownCount = 0
    var sizes: [Int: Int] = [:]
    for group in groups { for photo in group.photos { sizes[photo.byteCount, default: 0] += 1 } }
    var first: [ContentKey: ByteString] = [:]
    for place in groups.indices {
      let group = groups[place]
      var others: Set<ByteString> = []
      for photo in group.photos {
        let size = photo.byteCount
        checked += 1
        onProgress(.checkedPhotos(checked, of: count))
        guard sizes[size] ?? 0 > 1 || journal.sizes.contains(size) || known.sizes.contains(size),
          let key = keys[photo] ?? ContentKey(of: photo.path)
        else { continue }
        keys[photo] = key
        if let other = first[key], same[photo] == other || Self.areSame(other, photo.path) {
          same[photo] = other
          others.insert(photo.path)
        }
        first[key] = first[key] ?? photo.path
      }
      for number in 1...destinations.count {
        if let copy = copy(of: group, to: number, without: others, journal) {
          groups[place].copies.append(copy)
        }
      }
      let new = Set(groups[place].copies.flatMap(\.photos))
      knownCount += group.photos.count { !new.contains($0) }
    }
  }

  private mutating func findGroups(_ isPhoto: (ByteString) -> Bool) {
    groups = []
    var (photos, others) = ([ByteString: FolderTree.File](), [ByteString: FolderTree.File]())
    var extras: [StemKey: [FolderTree.File]] = [:]
    for file in tree.files {
      let name = file.path.lastName
      guard !isPhoto(name) else {
        photos[file.path] = file
        continue
      }
      others[file.path] = file
      guard let type = name.shortExtension, Self.besides.contains(type) else { continue }
      extras[StemKey(folder: file.path.folderPath, stem: name.stem).lowercased, default: []]
        .append(file)
    }
    let paths = tree.files.map(\.path).filter { photos[$0] != nil }
    var taken: Set<ByteString> = []
    for group in Companions.groups(of: paths, .pairsOfCopies) {
      let key = StemKey(folder: group.folder, stem: group.stem)
      let sidecars = group.companions.compactMap { others[group.folder.appending($0)] }
      let companions = (sidecars + (extras[key.lowercased] ?? [])).filter {
        taken.insert($0.path).inserted
      }
      groups.append(
        ImportGroup(
          photos: group.photos.compactMap { photos[group.folder.appending($0)] },
          companions: companions))
    }
    otherCount = others.count - taken.count
  }

  private func knownFiles(
    isWriting: Bool, _ onProgress: (ImportStep) -> Void
  ) -> (paths: [[ContentKey: ByteString]], sizes: Set<Int>) {
    let wanted = Set(groups.flatMap(\.photos).map(\.byteCount))
    var sizes: Set<Int> = []
    var found = 0
    let paths = destinations.map { folder in
      var paths: [ContentKey: ByteString] = [:]
      let count = { (_: ByteString) in
        found += 1
        onProgress(.foundFiles(found))
      }
      guard let tree = try? FolderTree(below: folder, onFile: count) else { return paths }
      if isWriting { _ = DraftName.removeAbandoned(tree.drafts) }
      let files = tree.files.filter { wanted.contains($0.byteCount) }
      for (place, file) in files.enumerated() {
        onProgress(.comparedFiles(place + 1, of: files.count))
        guard let key = ContentKey(of: file.path) else { continue }
        paths[key] = file.path
        sizes.insert(file.byteCount)
      }
      return paths
    }
    return (paths, sizes)
  }

  private static func areSame(_ path: ByteString, _ other: ByteString) -> Bool {
    guard let copy = try? FileCopy(of: FilePlace(path), for: .copy),
      let other = try? FilePlace(other)
    else { return false }
    return copy.hasContent(of: other)
  }

  /// Nil if nothing is missing; `others` are photos of the same content as one before them.
  private func copy(
    of group: ImportGroup, to destination: Int, without others: Set<ByteString>,
    _ journal: ImportJournal
  ) -> ImportCopy? {
    let known = known.paths[destination - 1]
    var (unrecorded, missing): ([FolderTree.File], [FolderTree.File]) = ([], [])
    var begun: ByteString?
    var found: ByteString?
    for photo in group.photos where !others.contains(photo.path) {
      guard let key = keys[photo] else {
        unrecorded.append(photo)
        missing.append(photo)
        continue
      }
      let stem = { (path: ByteString?) in path.flatMap { group.stem(of: $0, for: photo) } }
      let started = journal.begun(key, destination)
      guard
        journal.records(of: key, destination).isEmpty
          || isAgain && (known[key] == nil || started != nil)
      else {
        found = found ?? stem(known[key])
        continue
      }
      unrecorded.append(photo)
      let folder = destinations[destination - 1].appending(ByteString(""))
      if let started, started.bytes.starts(with: folder.bytes) { begun = begun ?? stem(started) }
      found = found ?? stem(known[key])
      if known[key] == nil { missing.append(photo) }
    }
    if let begun, group.files.contains(where: { group.isThere($0, at: begun) }) {
      return ImportCopy(
        destination: destination, photos: unrecorded, companions: group.companions, stem: begun,
        isResumed: true, isJoining: false)
    }
    guard !missing.isEmpty else { return nil }
    let companions = group.companions.filter { file in
      found.map { !group.isThere(file, at: $0) } ?? true
    }
    return ImportCopy(
      destination: destination, photos: missing, companions: companions,
      stem: found ?? ByteString(""), isResumed: false, isJoining: found != nil)
  }
}

extension ImportGroup {
  /// The path without the tail; nil if it ends differently.
  fileprivate func stem(of path: ByteString, for file: FolderTree.File) -> ByteString? {
    let tail = tail(of: file.path)
    guard path.bytes.suffix(tail.count).elementsEqual(tail) else { return nil }
    return ByteString(path.bytes.dropLast(tail.count))
  }

  fileprivate func isThere(_ file: FolderTree.File, at stem: ByteString) -> Bool {
    let path = ByteString(stem.bytes + tail(of: file.path))
    return ((try? FilePlace(path))?.status) != nil
  }
}

/// Names of new photos: folders and names by a pattern, with a number behind names that are in use.
package struct ImportNames {
  private let pattern: RenamePattern
  private let destinations: [ByteString]
  private let count: Int
  /// Lower-case stems in use, by folder.
  private var stems: [ByteString: Set<ByteString>] = [:]
  private var number = 0
  private var suffixes: [ByteString: Int] = [:]

  /// `count` is the number of groups, which decides on the width of numbers.
  package init(_ pattern: RenamePattern, for survey: ImportSurvey, count: Int) {
    (self.pattern, self.count) = (pattern, count)
    destinations = survey.destinations
  }

  /// Names the copies of a group by the facts of its first photo; returns whether the wanted name
  /// was in use. Throws `badName`.
  package mutating func name(
    _ group: inout ImportGroup, _ photo: RenamedPhoto
  ) throws(FileActionError) -> Bool {
    let places = group.copies.indices.filter { group.copies[$0].stem.bytes.isEmpty }
    guard !places.isEmpty else { return false }
    let roots = places.map { destinations[group.copies[$0].destination - 1] }
    let tail = group.files.map { group.tail(of: $0.path).count }.max() ?? 0
    let limit = FileNameRule.longest - tail
    number += 1
    var path = try pattern.path(of: photo, number: number, of: count, atMost: limit)
    let wanted = path
    while pattern.isNumbered, isTaken(path, in: roots) {
      number += 1
      let next = try pattern.path(of: photo, number: number, of: count, atMost: limit)
      if next == path { break }
      path = next
    }
    let stem = path.lastName
    let folder = path.bytes.dropLast(stem.bytes.count)
    while isTaken(path, in: roots) {
      suffixes[wanted, default: 0] += 1
      path = ByteString(
        folder + FileNameRule.stem(stem, number: suffixes[wanted], atMost: limit))
    }
    for (place, root) in zip(places, roots) {
      stems[root.appending(path.folderPath)]?.insert(path.lastName.lowercasedASCII)
      group.copies[place].stem = root.appending(path)
    }
    return suffixes[wanted] != nil
  }

  private mutating func isTaken(_ path: ByteString, in roots: [ByteString]) -> Bool {
    roots.contains { root in
      let folder = root.appending(path.folderPath)
      let stems = stems[folder] ?? Set(DirectoryStream.names(at: folder).map(Self.stem))
      self.stems[folder] = stems
      return stems.contains(path.lastName.lowercasedASCII)
    }
  }

  /// The stem of `a.jpg.xmp` is `a.jpg`, whose own stem is `a`.
  private static func stem(of name: ByteString) -> ByteString {
    (name.isSidecar ? name.stem.stem : name.stem).lowercasedASCII
  }
}
