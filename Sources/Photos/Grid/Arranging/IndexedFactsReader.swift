package import Catalog
internal import Concurrency
package import Finding
internal import PhotoIndex
package import Pipeline

/// Finds out what photos say of themselves: at once where the index knows it, and then from all files that
/// have changed since.
package struct IndexedFactsReader: PhotoFactsReading {
  /// How many photos are told of at once: as many as are taken in a few milliseconds.
  private static let toldAtOnce = 8192

  private let records: PhotoRecordReader
  private let files: FileFactsReader

  /// Takes what reads the records of photos.
  package init(_ records: PhotoRecordReader, files: FileFactsReader = FileFactsReader()) {
    self.records = records
    self.files = files
  }

  /// What the index or the photos say, and otherwise what their names and file systems tell.
  package func read(
    _ depth: FactsDepth, of photos: [Photo],
    tell: @escaping @MainActor @Sendable (FactsPart) -> Bool
  ) async {
    guard depth == .contents else { return await files.read(depth, of: photos, tell: tell) }
    let known = await records.known(photos)
    for start in stride(from: 0, to: photos.count, by: Self.toldAtOnce) {
      let places = start..<min(start + Self.toldAtOnce, photos.count)
      let facts = await records.queue.run {
        places.map { place in known[place].map { PhotoFacts($0, of: photos[place]) } }
      }
      guard await tell(FactsPart(places, facts, isCertain: false)) else { return }
    }
    await records.check(photos, knowing: known) { places, found in
      let facts = zip(places, found).map { place, record in
        record.map { PhotoFacts($0, of: photos[place]) } ?? PhotoFacts(unreadable: photos[place])
      }
      return await tell(FactsPart(places, facts))
    }
  }
}

extension PhotoFacts {
  /// What a record of a photo's file says.
  fileprivate init(_ record: PhotoRecord, of photo: Photo) {
    self.init(
      byteCount: Int(record.version.byteCount), modified: record.version.modifiedTime)
    taken = TakenTime(record.captureDate, name: photo.name, modified: modified)
    size = record.size
    iso = record.iso.map(Int.init)
    aperture = record.aperture.map(Double.init)
    focalLength = record.focalLength.map(Double.init)
    rating = record.rating.map(Int.init)
    words = record.words
    isRead = true
  }

  /// What is known of a photo that cannot be read, or is on the web.
  fileprivate init(unreadable photo: Photo) {
    self.init()
    size = photo.onWeb?.largestSize
    if photo.onWeb == nil { taken = TakenTime(nil, name: photo.name, modified: nil) }
    isRead = true
  }
}
