package import Catalogs
import Imaging

extension GridViewModel {
  /// Starts to detect bursts if that has not been done; returns whether they are known.
  package func findBursts() -> Bool {
    if arranging.arranged.bursts != nil { return true }
    arranging.options.findsBursts = true
    arrange()
    return arranging.arranged.bursts != nil
  }

  /// In order of capture, without frames hidden by the filter; empty if there is no burst.
  package func burst(of id: PhotoID) -> [PhotoID] {
    let arranged = arranging.arranged
    let places = arranged.bursts?.burst(of: id) ?? []
    return places.filter { arranged.shown?.mask[$0] ?? true }.map {
      arranged.listing.entries[$0].id
    }
  }

  package func isRejected(_ id: PhotoID) -> Bool { (facts(of: id)?.rating ?? 0) < 0 }

  /// Frames among which the photo is the sharpest, without rejected ones; nil if it is not.
  package func sharpestCount(_ id: PhotoID) -> Int? {
    let frames = burst(of: id).filter { !isRejected($0) }
    guard frames.count > 1, arranging.knowledge.sharpest(of: frames) == id else { return nil }
    return frames.count
  }

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

  /// Returns whether more measurements are needed.
  private func note(
    _ measured: [(place: Int, sharpness: Sharpness?)], of photos: PhotoList
  ) -> Bool {
    for (place, sharpness) in measured where arranging.isCurrent(photos.entry(at: place)) {
      arranging.knowledge.sharpness.updateValue(sharpness, forKey: photos.id(at: place))
    }
    if foldsBursts { arrange() } else { onChange() }
    return arranging.options.needsBursts
  }

  private func endMeasuring(of photos: PhotoList) {
    arranging.isMeasuring = false
    // Frames without a result cannot be decoded.
    let left = photos.indices.filter { arranging.knowledge.sharpness[photos.id(at: $0)] == nil }
    if arranging.options.needsBursts, left.count < photos.count { measureFrames() }
  }
}
