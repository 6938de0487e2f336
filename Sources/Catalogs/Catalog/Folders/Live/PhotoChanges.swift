import Base

/// Coalesces file events of one argument into changes of its entries.
///
/// A photo that is deleted and created within a batch keeps its entry, as when a program replaces a
/// file; so does a renamed photo, unless it replaces an existing one.
struct PhotoChanges {
  private enum State {
    case present(PhotoID)
    /// Deleted; with its entry, unless that was renamed.
    case absent(PhotoID?)
  }

  private var states: [Photo: State] = [:]
  /// Sources of renames whose target event has not arrived, by cookie.
  private var moved: [UInt32: (photo: Photo, id: PhotoID)] = [:]

  var isEmpty: Bool { states.isEmpty }

  func hasMoved(_ cookie: UInt32) -> Bool { moved[cookie] != nil }

  /// `cookie` is that of the rename, 0 if there was none. `entries` are those before all changes,
  /// in order.
  mutating func come(_ photo: Photo, cookie: UInt32 = 0, in entries: [CatalogEntry]) {
    let source = moved.removeValue(forKey: cookie)
    switch state(of: photo, in: entries) {
    case .present(let id), .absent(let id?): states[photo] = .present(id)
    case .absent(nil):
      if let source { states[source.photo] = .absent(nil) }
      states[photo] = .present(source?.id ?? PhotoID())
    }
  }

  /// `cookie` is not 0 if the photo was renamed. `entries` are those before all changes, in order.
  mutating func leave(_ photo: Photo, cookie: UInt32 = 0, in entries: [CatalogEntry]) {
    guard case .present(let id) = state(of: photo, in: entries) else { return }
    states[photo] = .absent(id)
    if cookie != 0 { moved[cookie] = (photo, id) }
  }

  /// Records that a file is being rewritten: the previous entry stays until that ends.
  mutating func stay(_ photo: Photo) {
    guard case .absent(.some) = states[photo] else { return }
    states[photo] = nil
  }

  func applied(to entries: [CatalogEntry]) -> [CatalogEntry] {
    var rest = entries
    // In order, since each other insertion moves the ranges behind it.
    let gone = states.keys.compactMap(entries.index).sorted()
    rest.removeSubranges(RangeSet(gone, within: entries))
    let come = states.compactMap { photo, state in
      switch state {
      case .present(let id): CatalogEntry(id: id, photo: photo.revised())
      case .absent: nil
      }
    }
    return rest.merging(come.sorted { $0.isBefore($1) }) { $0.isBefore($1) }
  }

  private func state(of photo: Photo, in entries: [CatalogEntry]) -> State {
    if let state = states[photo] { return state }
    return entries.index(of: photo).map { .present(entries[$0].id) } ?? .absent(nil)
  }
}

extension CatalogEntry {
  fileprivate func isBefore(_ other: CatalogEntry) -> Bool {
    NaturalOrder.areInOrder(photo, other.photo)
  }
}

extension [CatalogEntry] {
  fileprivate func index(of photo: Photo) -> Int? {
    let lower = partition { !NaturalOrder.areInOrder($0.photo, photo) }
    return lower < count && self[lower].photo.isSamePath(as: photo) ? lower : nil
  }
}
