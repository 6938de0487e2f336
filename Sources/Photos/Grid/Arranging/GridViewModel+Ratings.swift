package import Base
package import Catalogs
package import Imaging

/// Sidecars of all photos, and ratings inside visible files; read in any order of the photos.
extension GridViewModel {
  /// Rotation from the sidecar, in addition to the orientation in the file.
  package func turn(of photo: Photo) -> Orientation {
    guard !turns.isEmpty, let path = photo.path else { return .topLeft }
    return turns[path] ?? .topLeft
  }

  package func readSidecars(of paths: [ByteString]) {
    let paths = Set(paths)
    readSidecars(
      of: arranging.listing.entries.filter { $0.photo.path.map(paths.contains) ?? false })
  }

  func readAllSidecars(of entries: [CatalogEntry]) {
    arranging.ratings.list(entries)
    readSidecars(of: entries)
  }

  /// Waits for the sidecars being read now; photos whose rotation changed are loaded again.
  func readSidecars(of entries: [CatalogEntry]) {
    guard !entries.isEmpty else { return }
    guard arranging.ratings.nextSidecars == nil else {
      arranging.ratings.nextSidecars? += entries
      return
    }
    arranging.ratings.nextSidecars = []
    Task.immediate { [weak self, reader = arranging.reader, generation = arranging.generation] in
      let found = await reader.sidecars(of: PhotoList(of: entries))
      guard let self, arranging.generation == generation else { return }
      let next = arranging.ratings.nextSidecars ?? []
      arranging.ratings.nextSidecars = nil
      take(found, of: entries)
      readSidecars(of: next)
    }
  }

  private func take(_ found: [Int: SidecarFacts], of entries: [CatalogEntry]) {
    var (isTurned, isRated) = (false, false)
    // The first time, nothing has to be removed.
    let isFirst = turns.isEmpty && arranging.ratings.hasNoSidecars
    for place in isFirst ? Array(found.keys) : Array(entries.indices) {
      let (entry, sidecar) = (entries[place], found[place])
      if arranging.ratings.set(sidecar: sidecar?.rating, of: entry.id) { isRated = true }
      guard sidecar?.turn != nil || !turns.isEmpty, let path = entry.photo.path,
        turns[path] != sidecar?.turn
      else { continue }
      turns[path] = sidecar?.turn
      isTurned = true
      // The rotation changes its size.
      if !arranging.knowledge.facts.isEmpty { arranging.notes.invalidate(entry.id) }
    }
    if isTurned {
      findFacts()
      update()
    } else if isRated {
      onChange()
    }
  }

  /// Waits until the visible images are loaded.
  func readVisibleRatings() {
    guard !arranging.ratings.isReadingFiles, (arranging.reading?.depth ?? .names) < .contents,
      follower.map({ $0.cells.allSatisfy(\.content.isFinal) })
        ?? visibleRange.allSatisfy({ content(of: arrangement[$0]).isFinal })
    else { return }
    let shown =
      follower == nil
      ? visibleRange.compactMap { arrangement[$0].entry } : [selectedEntry].compactMap(\.self)
    let unknown = shown.filter { !knowsRating(of: $0) && arranging.isCurrent($0) }
    guard !unknown.isEmpty else { return }
    arranging.ratings.isReadingFiles = true
    Task.immediate { [weak self, generation = arranging.generation] in
      await self?.readRatings(of: unknown, isUrgent: false)
      guard let self, arranging.generation == generation else { return }
      arranging.ratings.isReadingFiles = false
      readVisibleRatings()
    }
  }

  package func withSidecar(_ metadata: PhotoMetadata, of entry: CatalogEntry) -> PhotoMetadata {
    guard let facts = facts(of: entry.id) else { return metadata }
    let isKnown = knowsRatings(of: [entry])
    var metadata = metadata
    metadata.rating = isKnown ? facts.rating : facts.rating ?? metadata.rating
    metadata.label = isKnown ? facts.label : facts.label ?? metadata.label
    return metadata
  }

  /// Whether the ratings are known or cannot exist.
  package func knowsRatings(of entries: [CatalogEntry]) -> Bool {
    arranging.ratings.nextSidecars == nil && entries.allSatisfy(knowsRating)
  }

  private func knowsRating(of entry: CatalogEntry) -> Bool {
    entry.photo.isOnWeb || arranging.knowledge.facts.isRead(entry.id) == true
      || arranging.ratings.isKnown(entry.id)
  }

  /// Reads the ratings of a few photos, without waiting for other reads.
  package func readRatings(of entries: [CatalogEntry]) async {
    await readRatings(of: entries, isUrgent: true)
  }

  private func readRatings(of entries: [CatalogEntry], isUrgent: Bool) async {
    let (reader, generation) = (arranging.reader, arranging.generation)
    let unlisted = entries.filter { isUrgent || $0.id.number > arranging.ratings.listedNumber }
    let sidecars = unlisted.isEmpty ? [:] : await reader.sidecars(of: PhotoList(of: unlisted))
    let files = await reader.fileRatings(of: PhotoList(of: entries), isUrgent: isUrgent)
    guard arranging.generation == generation else { return }
    take(sidecars, of: unlisted)
    var isOther = false
    for (place, entry) in entries.enumerated() where arranging.isCurrent(entry) {
      if arranging.ratings.set(file: files[place], of: entry.id) { isOther = true }
    }
    if isOther { onChange() }
  }
}
