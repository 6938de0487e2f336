package import Catalog
import Finding
import Imaging

/// Which of the frames of a burst is the sharpest, and which there are.
extension GridViewModel {
  /// Finds out which photos are of one burst, however they stand, if nobody has yet.
  /// - Returns: Whether that is known.
  package func findBursts() -> Bool {
    if arranging.arranged.bursts != nil { return true }
    arranging.wish.findsBursts = true
    arrange()
    return arranging.arranged.bursts != nil
  }

  /// The frames of the burst that a photo is of, in the order in which they were taken, without those that a filter
  /// hides; none where it is of none, as far as is known.
  package func burst(of id: PhotoID) -> [PhotoID] {
    let arranged = arranging.arranged
    let places = arranged.bursts?.burst(of: id) ?? []
    return places.filter { arranged.shown?.mask[$0] ?? true }.map {
      arranged.listing.entries[$0].id
    }
  }

  /// Whether a photo has been rejected.
  package func isRejected(_ id: PhotoID) -> Bool { (facts(of: id)?.rating ?? 0) < 0 }

  /// How many frames of its burst a photo is the sharpest of, those aside that are rejected; nil where it is not, or
  /// nobody knows.
  package func sharpestCount(_ id: PhotoID) -> Int? {
    let frames = burst(of: id).filter { !isRejected($0) }
    guard frames.count > 1, arranging.knowledge.sharpest(of: frames) == id else { return nil }
    return frames.count
  }

  /// Finds out how sharp the frames of bursts are, once it is known which there are.
  func measureFrames() {
    let arranged = arranging.arranged
    guard !arranging.isMeasuring, let bursts = arranged.bursts else { return }
    let entries = arranged.listing.entries
    let places = bursts.bursts.joined().filter {
      arranging.knowledge.sharpness[entries[$0].id] == nil
    }
    guard !places.isEmpty else { return }
    arranging.isMeasuring = true
    let photos = PhotoList(of: entries, at: places.map(Int32.init))
    Task.immediate { [weak self, reader = arranging.reader, generation = arranging.generation] in
      await reader.measure(photos) { measured in
        guard let self, self.arranging.generation == generation else { return false }
        return self.note(measured, of: photos)
      }
      guard self?.arranging.generation == generation else { return }
      self?.endMeasuring(of: photos)
    }
  }

  /// Takes how sharp photos are.
  /// - Returns: Whether more is wanted.
  private func note(
    _ measured: [(place: Int, sharpness: Sharpness?)], of photos: PhotoList
  ) -> Bool {
    for (place, sharpness) in measured where arranging.isCurrent(photos.entry(at: place)) {
      arranging.knowledge.sharpness.updateValue(sharpness, forKey: photos.id(at: place))
    }
    if foldsBursts { arrange() } else { onChange() }
    return arranging.wish.needsBursts
  }

  /// Measures what has come meanwhile.
  private func endMeasuring(of photos: PhotoList) {
    arranging.isMeasuring = false
    // What was not told of cannot be seen.
    let left = photos.indices.filter { arranging.knowledge.sharpness[photos.id(at: $0)] == nil }
    if arranging.wish.needsBursts, left.count < photos.count { measureFrames() }
  }
}
