package import Base
package import Catalogs
import FileActions
package import Imaging

struct KnownFacts: Sendable {
  var table = FactsTable()
  var texts = TextTable()
  /// `.some(nil)` for photos that cannot be decoded.
  var hashes: [PhotoID: DifferenceHash?] = [:]
  /// Of burst frames; `.some(nil)` for photos that cannot be decoded.
  var sharpness: [PhotoID: Sharpness?] = [:]
  /// Incremented when facts change that an arrangement may depend on.
  var version = 0

  func subjects(of listing: Listing, marks: Marks) -> FilterSubjects {
    FilterSubjects(
      listing.entries, names: listing.foldedNames, facts: table, texts: texts,
      isMarked: marks.contains)
  }

  /// The first of equals; nil if not all are measured, or none can be decoded.
  func sharpest(of frames: [PhotoID]) -> PhotoID? {
    var best: (id: PhotoID, sharpness: Sharpness)?
    for id in frames {
      guard let measured = sharpness[id] else { return nil }
      guard let measured, best.map({ $0.sharpness < measured }) ?? true else { continue }
      best = (id, measured)
    }
    return best?.id
  }
}

/// Facts, ratings and rotations of the photos of one catalog, and the reads in progress. Another
/// catalog gets another store: results of earlier reads change only a store that is gone.
@MainActor
package final class PhotoFactsStore {
  enum Change {
    case facts
    case sharpness
    case rotation
    case ratingOrProgress
    /// Reading the ratings of visible photos has ended.
    case fileRatings
  }

  struct Reading {
    let depth: FactsDepth
    let listing: Listing
    var finished = 0
    /// Without photos found in the index.
    var all: Int
    var hasChanged = false
  }

  private static let reportStep = 1000
  /// Photos decoded between progress reports, which takes longer.
  private static let decodedStep = 20

  var onChange: (Change) -> Void = { _ in }
  var known = KnownFacts() { didSet { revision += 1 } }
  private(set) var reading: Reading?
  private(set) var isMeasuring = false
  private(set) var optimistic = OptimisticRatings() { didSet { revision += 1 } }
  private(set) var ratings = PhotoRatings() { didSet { revision += 1 } }
  private(set) var revision = 0
  /// Rotations in sidecars, by the paths of the photos.
  private(set) var turns: [ByteString: Orientation]

  package let reader: any PhotoFactsReading
  private let queue: WorkQueue
  private var options = ViewOptions()
  private var listing = Listing([])
  private var arranged = Arranged()
  /// Photos whose facts are used until they have been read again.
  private var stale: Set<PhotoID> = []
  /// The current version of photos that changed while shown.
  private var changed: [PhotoID: Photo] = [:]
  private var complete: (listing: Listing, depth: FactsDepth)?
  /// Photos whose texts are read for words of a filter, which does not wait for them. Those in the
  /// index do not count.
  private(set) var textsReading: (finished: Int, all: Int)?
  private var textsTask: Task<Void, Never>?
  private var searched: Listing?
  private var isReadingFiles = false
  /// Reads texts for the completion of keywords.
  var completesKeywords = false {
    didSet {
      readTexts()
      if completesKeywords { Task.immediate { [weak self] in await self?.readIndexedKeywords() } }
    }
  }
  /// Of all photos in the index; empty until they are read.
  var indexedKeywords: [(value: String, count: Int)] = []
  var texts = KnownTexts()
  /// Photos whose texts changed while those of all photos were being read.
  var outdatedTexts: [CatalogEntry] = []
  var textsRead: Task<Void, Never>?
  /// The last change of many photos that is being shown, in slices.
  var textsShown: Task<Void, Never>?
  var showingCount = 0
  var isDescribing = false
  var nextDescribed: CatalogEntry?
  /// Entries whose sidecars are read next; nil if none are being read.
  private var nextSidecars: [CatalogEntry]?

  package var gazetteer: Gazetteer? { reader.gazetteer }

  init(reader: any PhotoFactsReading, queue: WorkQueue, turns: [ByteString: Orientation] = [:]) {
    (self.reader, self.queue, self.turns) = (reader, queue, turns)
  }

  /// For another catalog; rotations are known by path, and remain known.
  func emptied() -> PhotoFactsStore {
    let store = PhotoFactsStore(reader: reader, queue: queue, turns: turns)
    moveCallback(to: store)
    return store
  }

  func moveCallback(to store: PhotoFactsStore) {
    (store.onChange, onChange) = (onChange, { _ in })
  }

  /// With the ratings that are being written.
  package subscript(_ id: PhotoID) -> PhotoFacts? { optimistic.facts(of: id, written(id)) }

  package func written(_ id: PhotoID) -> PhotoFacts? {
    let facts = known.table[id]
    return facts?.isRead == true ? facts : ratings.facts(of: id, with: facts)
  }

  package func isRejected(_ id: PhotoID) -> Bool { (self[id]?.rating ?? 0) < 0 }

  /// Rotation from the sidecar, in addition to the orientation in the file.
  func turn(of photo: Photo) -> Orientation {
    guard !turns.isEmpty, let path = photo.path else { return .topLeft }
    return turns[path] ?? .topLeft
  }

  var lacksFacts: Bool { lacks(options.depth) }

  /// Whether facts or texts that a filter searches are still to be read.
  func lacksFacts(for filter: Filter) -> Bool {
    lacks(filter.depth) || filter.searchesTexts && searched !== listing && lacks(.texts)
  }

  private func lacks(_ depth: FactsDepth) -> Bool {
    guard depth > .names, let complete, complete.listing === listing else {
      return depth > .names
    }
    return complete.depth < depth
  }

  /// Forgets the facts of photos that have changed.
  func list(_ listing: Listing) {
    self.listing = listing
    for entry in listing.entries.changed where changed[entry.id] != entry.photo {
      changed[entry.id] = entry.photo
      ratings.forgetFile(of: entry.id)
      stale.remove(entry.id)
      known.table[entry.id] = nil
      known.texts.forget(entry.id)
      texts.forget(entry.id)
      known.hashes[entry.id] = nil
      known.sharpness[entry.id] = nil
    }
  }

  func want(_ options: ViewOptions) {
    self.options = options
    if !wantsTexts, options.depth != .texts { textsTask?.cancel() }
    read()
    readTexts()
  }

  func readAgain() {
    ratings.readFilesAgain()
    stale = []
    if !known.table.isEmpty {
      known.table = FactsTable()
      (known.hashes, known.sharpness, complete) = ([:], [:], nil)
    }
    (known.texts, searched) = (TextTable(), nil)
    texts.forgetRead()
    readAllSidecars()
    read()
    readTexts()
  }

  private func isKnown(_ id: PhotoID, _ depth: FactsDepth) -> Bool {
    (known.table.isRead(id).map { $0 && !stale.contains(id) || depth < .contents } ?? false)
      && (depth < .texts || known.texts.isKnown(id))
      && (depth < .hashes || known.hashes[id] != nil)
  }

  private func isCurrent(_ entry: CatalogEntry) -> Bool {
    changed[entry.id].map { $0 == entry.photo } ?? true
  }
}

// MARK: - Facts

extension PhotoFactsStore {
  private func read() {
    // Not the same texts twice.
    guard reading == nil, textsReading == nil || options.depth < .texts else { return }
    // Changed sidecars are read again.
    let written = optimistic.beginReading()
    if !written.isEmpty {
      stale.formUnion(written)
      complete = nil
    }
    guard lacksFacts else { return optimistic.endReading() }
    let (unknown, depth, listing) = (unknown, options.depth, listing)
    guard !unknown.isEmpty else {
      optimistic.endReading()
      return finish(listing, depth)
    }
    reading = Reading(depth: depth, listing: listing, all: unknown.count)
    // Equal values are sorted by name: check the name order while facts are being read.
    queue.start { _ = listing.isInNameOrder }
    let hasTexts = depth == .texts && searched === listing && stale.isEmpty
    Task.immediate { [weak self, reader] in
      await reader.read(hasTexts ? .contents : depth, of: unknown) { event in
        guard let self else { return false }
        return self.take(event, of: unknown)
      }
      self?.endReading()
    }
  }

  /// Whether texts are read alone; with other contents they are read by `read`.
  private var wantsTexts: Bool {
    completesKeywords ? options.depth < .texts : options.searchesTexts && options.depth < .contents
  }

  private func readTexts() {
    guard wantsTexts, textsReading == nil, searched !== listing else { return }
    let listing = listing
    let places = listing.entries.indices.filter {
      !self.known.texts.isKnown(listing.entries[$0].id)
    }
    guard !places.isEmpty else { return searched = listing }
    textsReading = (0, 0)
    let photos = PhotoList(of: listing.entries, at: places.map(Int32.init))
    textsTask = Task.immediate { [weak self, reader] in
      var (isFirst, isWanted) = (true, true)
      await reader.readTexts(of: photos) { texts in
        guard let self else { return false }
        isWanted = self.take(texts, isFirst: isFirst, of: photos.count)
        isFirst = false
        return isWanted
      }
      guard let self else { return }
      textsReading = nil
      if isWanted, !Task.isCancelled { searched = listing }
      readOutdatedTexts()
      showFacts()
      read()
    }
  }

  var isReadingTexts: Bool { textsReading != nil || (reading?.depth ?? .names) >= .texts }

  private func take(_ texts: TextTable, isFirst: Bool, of count: Int) -> Bool {
    add(texts)
    let (finished, all) = textsReading ?? (0, 0)
    textsReading = isFirst ? (0, count - texts.count) : (finished + texts.count, all)
    if isFirst || finished / Self.reportStep != (finished + texts.count) / Self.reportStep {
      showFacts()
    }
    return wantsTexts || options.depth == .texts
  }

  /// With the changes that are being written.
  private func add(_ new: TextTable) {
    known.texts.add(new)
    for (change, ids) in texts.pending { known.texts.change(ids.lazy.filter(new.isKnown), change) }
  }

  private var unknown: PhotoList {
    let (depth, entries, model) = (options.depth, listing.entries, options.order.model?.id)
    guard !known.table.isEmpty || model != nil else { return PhotoList(of: entries) }
    var places = entries.indices.filter { !self.isKnown(entries[$0].id, depth) }.map(Int32.init)
    // All others are compared with it.
    if let model, let first = places.firstIndex(where: { entries[Int($0)].id == model }) {
      places.swapAt(0, first)
    }
    return PhotoList(of: entries, at: places)
  }

  private func finish(_ listing: Listing, _ depth: FactsDepth) {
    complete = (listing, depth)
    known.version += 1
  }

  private func take(_ event: FactsEvent, of photos: PhotoList) -> Bool {
    guard var reading else { return false }
    let reported = reading.finished / Self.reportStep
    var isReported = true
    switch event {
    case .remembered(let facts, let count):
      let forgotten = remember(facts, of: photos)
      // Photos found in the index do not count as work.
      if reading.depth < .hashes { reading.all -= count - forgotten }
    case .texts(let texts):
      add(texts)
      isReported = false
    case .found(let places, let found):
      for (place, facts) in zip(places, found) {
        if let facts { take(facts, of: photos.entry(at: place), in: &reading) }
      }
      isReported = reading.finished / Self.reportStep != reported
    case .hashed(let part):
      for (place, hash) in part where isCurrent(photos.entry(at: place)) {
        if known.hashes.updateValue(hash, forKey: photos.id(at: place)) == nil {
          reading.finished += 1
        }
      }
      isReported = part.count > 1 || reading.finished % Self.decodedStep == 0
    }
    self.reading = reading
    if reading.finished == reading.all, lacksFacts {
      finish(reading.listing, reading.depth)
      onChange(.facts)
    } else if isReported, case .hashed = event, options.order.depth == .hashes {
      showFacts()
    } else if isReported {
      onChange(.ratingOrProgress)
    }
    // Texts are read with the next facts, not after all of them.
    return options.depth >= reading.depth && (options.depth != .texts || reading.depth == .texts)
  }

  private func take(_ facts: PhotoFacts, of entry: CatalogEntry, in reading: inout Reading) {
    let isCurrent = isCurrent(entry)
    if isCurrent, reading.depth >= .texts, !known.texts.isKnown(entry.id) {
      known.texts.set(nil, of: entry.id)
    }
    if !isKnown(entry.id, min(reading.depth, .contents)) {
      if reading.depth < .hashes { reading.finished += 1 }
    } else if isCurrent, known.table[entry.id] != facts {
      reading.hasChanged = true
    } else {
      return
    }
    guard isCurrent else { return }
    known.table[entry.id] = facts
    stale.remove(entry.id)
  }

  /// Returns how many facts were dropped because their photos changed.
  private func remember(_ remembered: consuming FactsTable, of photos: PhotoList) -> Int {
    let forgotten = changed.keys.filter { remembered[$0] != nil }
    for id in forgotten { remembered[id] = nil }
    for id in stale where remembered[id] != nil { stale.remove(id) }
    if known.table.isEmpty {
      known.table = remembered
    } else {
      for id in photos.indices.lazy.map(photos.id) {
        if let facts = remembered[id] { known.table[id] = facts }
      }
    }
    return forgotten.count
  }

  private func endReading() {
    guard let reading else { return }
    self.reading = nil
    optimistic.endReading()
    if !isReadingTexts { readOutdatedTexts() }
    if reading.hasChanged { known.version += 1 }
    onChange(.facts)
  }

  /// Reads facts of photos, by position, without storing them: those of the index, which may be
  /// outdated, unless `readsFiles`. `onProgress` receives the number of photos that have been read.
  package func facts(
    of entries: [CatalogEntry], readsFiles: Bool, onProgress: @escaping @MainActor (Int) -> Void
  ) async -> [PhotoFacts?] {
    let photos = PhotoList(of: entries)
    var (found, readCount) = (entries.map { self[$0.id] }, 0)
    await reader.read(.contents, of: photos) { event in
      switch event {
      case .remembered(let table, _):
        for place in photos.indices { found[place] = table[photos.id(at: place)] ?? found[place] }
      case .found(let places, let facts):
        for (place, facts) in zip(places, facts) { found[place] = facts ?? found[place] }
        readCount += places.count
        onProgress(readCount)
      case .hashed, .texts: break
      }
      return readsFiles
    }
    return found
  }

  func measureFrames(of arranged: Arranged) {
    self.arranged = arranged
    guard !isMeasuring, let bursts = arranged.bursts else { return }
    let entries = arranged.listing.entries
    let places = bursts.bursts.joined().filter { known.sharpness[entries[$0].id] == nil }
    guard !places.isEmpty else { return }
    isMeasuring = true
    let photos = PhotoList(of: entries, at: places.map(Int32.init))
    Task.immediate { [weak self, reader] in
      await reader.measure(photos) { measured in
        guard let self else { return false }
        return self.take(measured, of: photos)
      }
      self?.endMeasuring(photos)
    }
  }

  private func take(
    _ measured: [(place: Int, sharpness: Sharpness?)], of photos: PhotoList
  ) -> Bool {
    for (place, sharpness) in measured where isCurrent(photos.entry(at: place)) {
      known.sharpness.updateValue(sharpness, forKey: photos.id(at: place))
    }
    onChange(.sharpness)
    return options.needsBursts
  }

  private func endMeasuring(_ photos: PhotoList) {
    isMeasuring = false
    // Frames without a result cannot be decoded.
    let left = photos.indices.filter { known.sharpness[photos.id(at: $0)] == nil }
    if options.needsBursts, left.count < photos.count { measureFrames(of: arranged) }
  }
}

// MARK: - Ratings and rotations

extension PhotoFactsStore {
  func begin(_ change: RatingChange, of ids: [PhotoID]) {
    for id in ids { optimistic.begin(change, of: id) }
  }

  /// Photos that could not be written get their former rating back.
  package func finishRating(of ids: [PhotoID], written: Set<PhotoID>) {
    for id in ids { optimistic.finish(id, isWritten: written.contains(id)) }
    read()
    onChange(.ratingOrProgress)
  }

  package func readRatingsAgain(of paths: [ByteString]) {
    for entry in entries(at: paths) { optimistic.invalidate(entry.id) }
    read()
  }

  package func readSidecars(of paths: [ByteString]) { readSidecars(of: entries(at: paths)) }

  func entries(at paths: [ByteString]) -> [CatalogEntry] {
    let paths = Set(paths)
    return listing.entries.filter { $0.photo.path.map(paths.contains) ?? false }
  }

  func readChanged(_ sidecars: some Collection<ByteString>, joinsPairs: Bool) {
    guard !sidecars.isEmpty else { return }
    let subjects = sidecars.map { ByteString($0.bytes.dropLast(4)) }
    // The sidecar of a raw file, which may share its stem with a JPEG, may apply to that.
    let pictures = joinsPairs ? subjects.filter(\.isRaw).map(\.stem) : []
    let wanted = (subjects + pictures).map(Photo.init(path:))
    let names = Set(wanted.lazy.map { $0.name.lowercasedASCII })
    let digests = Set(names.lazy.map { Self.digests(of: $0.bytes).name })
    let folders = Set(wanted.map(\.folder))
    let hasFacts = !known.table.isEmpty
    var written: [CatalogEntry] = []
    // Few names of 100,000 are worth a comparison.
    for place in listing.entries.indices {
      let digest = Self.digests(of: listing.entries[place].photo.name.bytes)
      guard digests.contains(digest.name) || digests.contains(digest.stem) else { continue }
      let entry = listing.entries[place]
      let name = entry.photo.name.bytes
      // `a.xmp` and `a.jpg.xmp` both belong to `a.jpg`, case-insensitively.
      let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
      guard [name[...], stem].contains(where: { names.contains(ByteString($0).lowercasedASCII) }),
        entry.photo.onWeb == nil, folders.contains(entry.photo.folder)
      else { continue }
      written.append(entry)
      if hasFacts { optimistic.invalidate(entry.id) }
      if options.depth < .texts { known.texts.forget(entry.id) }
    }
    readSidecars(of: written)
    if isReadingTexts { outdatedTexts += written }
    readDescriptions(of: written.filter { texts.isAsked($0.id) })
    if hasFacts { read() }
    searched = nil
    readTexts()
  }

  /// Of a name in lower case, and of its stem.
  private static func digests(of name: [UInt8]) -> (name: UInt64, stem: UInt64) {
    let bytes = name.span
    var (whole, stem) = (StableHasher(), UInt64?.none)
    for place in bytes.indices {
      let byte = bytes[place].lowercased
      if byte == UInt8(ascii: ".") { stem = whole.value }
      whole.add(byte)
    }
    return (whole.value, stem ?? whole.value)
  }

  func readAllSidecars() {
    ratings.list(listing.entries)
    readSidecars(of: listing.entries)
  }

  private func readSidecars(of entries: [CatalogEntry]) {
    guard !entries.isEmpty else { return }
    guard nextSidecars == nil else {
      nextSidecars? += entries
      return
    }
    nextSidecars = []
    Task.immediate { [weak self, reader] in
      let found = await reader.sidecars(of: PhotoList(of: entries))
      guard let self else { return }
      let next = nextSidecars ?? []
      nextSidecars = nil
      take(found, of: entries)
      readSidecars(of: next)
    }
  }

  private func take(_ found: [Int: SidecarFacts], of entries: [CatalogEntry]) {
    var (isTurned, isRated) = (false, false)
    // The first time, nothing has to be removed.
    let isFirst = turns.isEmpty && ratings.hasNoSidecars
    for place in isFirst ? Array(found.keys) : Array(entries.indices) {
      let (entry, sidecar) = (entries[place], found[place])
      if ratings.set(sidecar: sidecar?.rating, of: entry.id) { isRated = true }
      guard sidecar?.turn != nil || !turns.isEmpty, let path = entry.photo.path,
        turns[path] != sidecar?.turn
      else { continue }
      turns[path] = sidecar?.turn
      isTurned = true
      // The rotation changes its size.
      if !known.table.isEmpty { optimistic.invalidate(entry.id) }
    }
    if isTurned {
      read()
      onChange(.rotation)
    } else if isRated {
      onChange(.ratingOrProgress)
    }
  }

  func readFileRatings(ofVisible entries: [CatalogEntry]) {
    guard !isReadingFiles, (reading?.depth ?? .names) < .contents else { return }
    let unknown = entries.filter { !knowsRating(of: $0) && isCurrent($0) }
    guard !unknown.isEmpty else { return }
    isReadingFiles = true
    Task.immediate { [weak self] in
      await self?.readRatings(of: unknown, isUrgent: false)
      self?.isReadingFiles = false
      self?.onChange(.fileRatings)
    }
  }

  package func knowsRatings(of entries: some Sequence<CatalogEntry>) -> Bool {
    nextSidecars == nil && entries.allSatisfy(knowsRating)
  }

  private func knowsRating(of entry: CatalogEntry) -> Bool {
    entry.photo.isOnWeb || known.table.isRead(entry.id) == true || ratings.isKnown(entry.id)
  }

  /// Reads the ratings of a few photos, without waiting for other reads if `isUrgent`.
  package func readRatings(of entries: [CatalogEntry], isUrgent: Bool = true) async {
    let unlisted = entries.filter { isUrgent || $0.id.number > ratings.listedNumber }
    let sidecars = unlisted.isEmpty ? [:] : await reader.sidecars(of: PhotoList(of: unlisted))
    let files = await reader.fileRatings(of: PhotoList(of: entries), isUrgent: isUrgent)
    take(sidecars, of: unlisted)
    var isOther = false
    for (place, entry) in entries.enumerated() where isCurrent(entry) {
      if ratings.set(file: files[place], of: entry.id) { isOther = true }
    }
    if isOther { onChange(.ratingOrProgress) }
  }

  package func withSidecar(_ metadata: PhotoMetadata, of entry: CatalogEntry) -> PhotoMetadata {
    var metadata = texts.shown(metadata, of: entry.id)
    guard let facts = self[entry.id] else { return metadata }
    let isKnown = knowsRatings(of: [entry])
    metadata.rating = isKnown ? facts.rating : facts.rating ?? metadata.rating
    metadata.label = isKnown ? facts.label : facts.label ?? metadata.label
    return metadata
  }
}
