package import Catalog
internal import Concurrency
package import Finding
internal import PhotoIndex
package import Pipeline

/// Finds out what photos say of themselves: at once where the index knows it, and then from all files that
/// have changed since.
package struct IndexedFactsReader: PhotoFactsReading {
  private let records: PhotoRecordReader
  private let files: FileFactsReader

  /// Takes what reads the records of photos.
  package init(_ records: PhotoRecordReader, files: FileFactsReader = FileFactsReader()) {
    self.records = records
    self.files = files
  }

  /// What the index or the photos say, and otherwise what their names and file systems tell.
  package func read(
    _ depth: FactsDepth, of photos: PhotoList,
    tell: @escaping @MainActor @Sendable (FactsNews) -> Bool
  ) async {
    guard depth == .contents else { return await files.read(depth, of: photos, tell: tell) }
    let known = await records.known(photos)
    let (table, count) = await records.queue.run { Self.remembered(known, of: photos) }
    guard await tell(.remembered(table, count: count)) else { return }
    await records.check(photos, knowing: known) { places, found in
      let facts = zip(places, found).map { place, record in
        record.map { PhotoFacts($0, of: photos[place]) } ?? PhotoFacts(unreadable: photos[place])
      }
      return await tell(.found(FactsPart(places, facts)))
    }
  }

  private static func remembered(
    _ records: [PhotoRecord?], of photos: PhotoList
  ) -> (FactsTable, count: Int) {
    var (table, count) = (FactsTable(), 0)
    for (place, record) in records.enumerated() {
      guard let record else { continue }
      table[photos.id(at: place)] = PhotoFacts(record, of: photos[place])
      count += 1
    }
    return (table, count)
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
