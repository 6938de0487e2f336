package import Base
package import Catalogs
package import ImagePipeline
package import Imaging
package import Storage

/// Reads the index first, then the files that changed since; sidecars take precedence over files.
package struct IndexedFactsReader: PhotoFactsReading {
  private let records: PhotoRecordReader
  private let sidecars: SidecarReader
  private let files = FileFactsReader(isOnlyReader: false)
  private let hashes: PerceptualHashStore?
  private let loaders: BitmapLoaders?
  package let gazetteer: Gazetteer?

  /// `hashes` finds perceptual hashes, using `loaders` to load images; nil to do without.
  package init(
    _ records: PhotoRecordReader, sidecars: SidecarReader,
    hashes: PerceptualHashStore? = nil, loaders: BitmapLoaders? = nil, gazetteer: Gazetteer? = nil
  ) {
    self.gazetteer = gazetteer
    self.hashes = hashes
    self.loaders = loaders
    self.records = records
    self.sidecars = sidecars
  }

  package func read(_ depth: FactsDepth, of photos: PhotoList, send: @escaping FactsHandler) async {
    // What was read after a cancellation may be incomplete.
    let send: FactsHandler = { Task.isCancelled ? false : send($0) }
    guard depth >= .contents else { return await files.read(depth, of: photos, send: send) }
    let (folders, known, noted) = await withTaskExecutorPreference(WorkExecutor.forTasks) {
      let folders = await records.folders(of: photos)
      // Index and sidecars are read concurrently.
      async let notes = notes(of: photos, in: folders, isDescribing: depth >= .texts)
      return (folders, await records.known(photos, in: folders), await notes)
    }
    if depth >= .texts {
      let described = await withTaskExecutorPreference(WorkExecutor.forTasks) {
        await texts(of: photos, in: folders, known, noted)
      }
      guard await send(.texts(described)) else { return }
    }
    let (table, count) = await records.queue.run { Self.remembered(known, noted, of: photos) }
    guard await send(.remembered(table, count: count)) else { return }
    await records.check(photos, knowing: known) { places, found in
      if depth >= .texts {
        let described = await withTaskExecutorPreference(WorkExecutor.forTasks) {
          await texts(of: photos, places, found, known, noted)
        }
        if let described, await !send(.texts(described)) { return false }
      }
      let facts = zip(places, found).map { place, record in
        var facts = record.map { PhotoFacts($0, name: photos.name(at: place)) }
        facts = facts ?? PhotoFacts(listed: photos[place])
        if let sidecar = noted[place] { facts?.add(sidecar, name: photos.name(at: place)) }
        return facts
      }
      return await send(.found(places, facts))
    }
    if depth == .hashes, !Task.isCancelled { await findHashes(of: photos, send: send) }
  }

  package func readTexts(of photos: PhotoList, send: @escaping TextsHandler) async {
    await read(.texts, of: photos) { event in
      // After false, no other events follow.
      if case .texts(let texts) = event { send(texts) } else { true }
    }
  }

  package func descriptions(of photos: PhotoList) async -> [Int: PhotoDescription] {
    await withTaskExecutorPreference(WorkExecutor.forTasks) {
      let folders = await records.folders(of: photos)
      let read = await records.read(photos, isUrgent: true)
      // After reading: what another task has stored meanwhile is read without its description.
      let known = await records.known(photos, in: folders)
      let noted = await notes(of: photos, in: folders, isDescribing: true)
      var found: [Int: PhotoDescription] = [:]
      for place in photos.indices {
        var description = noted[place]?.description ?? PhotoDescription()
        if let other = read[place]?.description { description.fill(from: other) }
        description.isPartial = read[place] == nil
        found[place] = description
      }
      for (folder, places) in folders {
        let names = places.map { photos.name(at: $0) }
        await records.index.forEachDescription(of: names, in: folder) { number, description in
          // Others were read now.
          let place = places[number]
          guard known[place]?.version == read[place]?.version else { return }
          found[place]?.fill(from: description)
        }
      }
      return found
    }
  }

  package func sidecars(of photos: PhotoList) async -> [Int: SidecarFacts] {
    let noted = await withTaskExecutorPreference(WorkExecutor.forTasks) {
      await notes(of: photos, in: await records.folders(of: photos))
    }
    return noted.mapValues { SidecarFacts(rating: PhotoRating($0), turn: $0.turn) }
  }

  package func sidecarFaces(of photo: Photo) async -> [Face] {
    await withTaskExecutorPreference(WorkExecutor.forTasks) {
      guard let folder = await records.folders(of: PhotoList([photo])).first?.folder else {
        return []
      }
      return await sidecars.faces(of: photo.name, in: folder)
    }
  }

  package func fileRatings(of photos: PhotoList, isUrgent: Bool) async -> [Int: PhotoRating] {
    let found = await withTaskExecutorPreference(WorkExecutor.forTasks) {
      await records.read(photos, isUrgent: isUrgent)
    }
    var ratings: [Int: PhotoRating] = [:]
    for (place, record) in found.enumerated() { ratings[place] = record.map { PhotoRating($0) } }
    return ratings
  }

  package func measure(_ photos: PhotoList, send: @escaping SharpnessHandler) async {
    guard let hashes, let loaders else {
      _ = await send(photos.indices.map { ($0, nil) })
      return
    }
    await hashes.measure(photos, by: loaders) { await send($0) }
  }

  package func indexedKeywords() async -> [(value: String, count: Int)] {
    await withTaskExecutorPreference(WorkExecutor.forTasks) { await records.index.keywords() }
  }

  package func newPaths(ofMissing paths: [ByteString]) async -> [ByteString: ByteString] {
    await withTaskExecutorPreference(WorkExecutor.forTasks) {
      let known = await records.known(PhotoList(paths.map { Photo(path: $0) }))
      let missing = paths.indices.filter { known[$0] != nil }
      guard !missing.isEmpty else { return [:] }
      let files = await records.index.files(like: missing.compactMap { known[$0] })
      return await records.queue.run {
        var found: [ByteString: ByteString] = [:]
        for (place, files) in zip(missing, files) {
          let old = paths[place]
          let hasFolder = LongPath.status(of: Photo(path: old).folder.bytes) != nil
          let present = files.filter { path, version in
            guard path != old, let file = FileVersion(path: path.bytes).map({ IndexedVersion($0) })
            else { return false }
            return file.byteCount == version.byteCount
              && (hasFolder || file.inode == known[place]?.version.inode)
          }
          if present.count == 1 { found[old] = present[0].path }
        }
        let counts = Dictionary(found.values.map { ($0, 1) }, uniquingKeysWith: +)
        return found.filter { counts[$0.value] == 1 }
      }
    }
  }

  private func findHashes(of photos: PhotoList, send: @escaping FactsHandler) async {
    guard let hashes, let loaders else {
      _ = await send(.hashed(photos.indices.map { ($0, nil) }))
      return
    }
    await hashes.find(of: photos, by: loaders) { found in
      await send(.hashed(found.map { ($0.place, try? $0.result.get()) }))
    }
  }

  /// The texts of the photos that are in the index.
  @concurrent
  private func texts(
    of photos: PhotoList, in folders: [PhotoRecordReader.FolderPlaces], _ known: [PhotoRecord?],
    _ noted: [Int: PhotoRecord]
  ) async -> TextTable {
    var texts = TextTable()
    for place in known.indices where known[place] != nil {
      set(noted[place], over: nil, of: photos.id(at: place), in: &texts)
    }
    for (folder, places) in folders {
      let names = places.map { photos.name(at: $0) }
      await records.index.forEachDescription(of: names, in: folder) { number, description in
        let place = places[number]
        set(noted[place], over: description, of: photos.id(at: place), in: &texts)
      }
    }
    return texts
  }

  /// The texts of the photos that have been read; nil if there are none.
  @concurrent
  private func texts(
    of photos: PhotoList, _ places: Range<Int>, _ found: [PhotoRecord?], _ known: [PhotoRecord?],
    _ noted: [Int: PhotoRecord]
  ) async -> TextTable? {
    var texts: TextTable?
    for (place, record) in zip(places, found) where record?.version != known[place]?.version {
      var table = texts.take() ?? TextTable()
      set(noted[place], over: record?.description, of: photos.id(at: place), in: &table)
      texts = table
    }
    return texts
  }

  /// Texts of a sidecar replace those of the photo.
  private func set(
    _ sidecar: PhotoRecord?, over photo: PhotoDescription?, of id: PhotoID,
    in texts: inout TextTable
  ) {
    var description = sidecar?.description ?? PhotoDescription()
    if let photo { description.fill(from: photo) }
    texts.set(description, at: gazetteer?.town(at: description.position), of: id)
  }

  private func notes(
    of photos: PhotoList, in folders: [PhotoRecordReader.FolderPlaces], isDescribing: Bool = false
  ) async -> [Int: PhotoRecord] {
    var noted: [Int: PhotoRecord] = [:]
    for (folder, places) in folders {
      let names = places.map { photos.name(at: $0) }
      let found = await sidecars.records(of: names, in: folder, isDescribing: isDescribing)
      for (number, record) in found { noted[places[number]] = record }
    }
    return noted
  }

  private static func remembered(
    _ records: [PhotoRecord?], _ noted: [Int: PhotoRecord], of photos: PhotoList
  ) -> (FactsTable, count: Int) {
    var (table, count) = (FactsTable(), 0)
    for (place, record) in records.enumerated() {
      guard let record else { continue }
      var facts = PhotoFacts(record, name: photos.name(at: place))
      if let sidecar = noted[place] { facts.add(sidecar, name: photos.name(at: place)) }
      table.set(facts, of: photos.id(at: place))
      count += 1
    }
    return (table, count)
  }
}

extension PhotoRating {
  fileprivate init(_ record: PhotoRecord) {
    self.init(
      stars: record.rating.map(Int.init), label: record.words?.label, isPicked: record.isPicked,
      isMotionPhoto: record.isMotionPhoto)
  }
}

extension PhotoFacts {
  fileprivate init(_ record: PhotoRecord, name: @autoclosure () -> ByteString) {
    self.init(byteCount: Int(record.version.byteCount), modified: record.version.modifiedTime)
    taken = TakenTime(record.captureDate, name: name(), modified: modified)
    size = record.size
    iso = record.iso.map(Int.init)
    aperture = record.aperture.map(Double.init)
    focalLength = record.focalLength.map(Double.init)
    duration = record.duration.map { Double($0) / 1000 }
    rating = record.rating.map(Int.init)
    isMotionPhoto = record.isMotionPhoto
    words = record.words
    isRead = true
  }

  fileprivate mutating func add(_ note: PhotoRecord, name: @autoclosure () -> ByteString) {
    add(sidecarRating: PhotoRating(note))
    if note.captureDate != nil {
      taken = TakenTime(note.captureDate, name: name(), modified: modified)
    }
    if let turn = note.turn { size = size.map(turn.shown) }
  }
}
