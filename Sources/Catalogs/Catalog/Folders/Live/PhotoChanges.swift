import Values

/// What becomes of the photos of one argument as events are gone through, until all of it is shown at once.
///
/// A photo that has gone and come within that time is the same entry, as where a program writes a file
/// anew; so is one that got another name, unless it took the place of one that stays.
struct PhotoChanges {
  private enum State {
    /// It is there, and not as it was.
    case present(PhotoID)
    /// It has gone; with the entry that it was, unless that lives on by another name.
    case absent(PhotoID?)
  }

  /// By what each was before it changed the first time.
  private var states: [Photo: State] = [:]
  /// What got another name that nobody has told of yet.
  private var moved: [UInt32: (photo: Photo, id: PhotoID)] = [:]

  /// Whether nothing changes.
  var isEmpty: Bool { states.isEmpty }

  /// Whether a photo that was listed has a name by now that nobody has told of yet.
  func hasMoved(_ cookie: UInt32) -> Bool { moved[cookie] != nil }

  /// Notes that there is a photo at a path, of which nothing earlier counts.
  /// - Parameters:
  ///   - photo: The path.
  ///   - cookie: What its earlier name was told of with; zero where it had none.
  ///   - entries: What was listed before all changes, in order.
  mutating func come(_ photo: Photo, cookie: UInt32 = 0, in entries: [CatalogEntry]) {
    let source = moved.removeValue(forKey: cookie)
    switch state(of: photo, in: entries) {
    case .present(let id), .absent(let id?): states[photo] = .present(id)
    case .absent(nil):
      if let source { states[source.photo] = .absent(nil) }
      states[photo] = .present(source?.id ?? PhotoID())
    }
  }

  /// Notes that there is nothing at a path any more.
  /// - Parameters:
  ///   - photo: The path.
  ///   - cookie: What another name will be told of with; zero where there will be none.
  ///   - entries: What was listed before all changes, in order.
  mutating func leave(_ photo: Photo, cookie: UInt32 = 0, in entries: [CatalogEntry]) {
    guard case .present(let id) = state(of: photo, in: entries) else { return }
    states[photo] = .absent(id)
    if cookie != 0 { moved[cookie] = (photo, id) }
  }

  /// Notes that something is being written anew at a path: until that ends what was listed stays.
  mutating func stay(_ photo: Photo) {
    guard case .absent(.some) = states[photo] else { return }
    states[photo] = nil
  }

  /// The entries after all changes, in order.
  func applied(to entries: [CatalogEntry]) -> [CatalogEntry] {
    let gone = states.keys.compactMap { entries.place(of: $0) }.sorted()
    let come = states.compactMap { photo, state in
      switch state {
      case .present(let id): CatalogEntry(id: id, photo: photo.revised())
      case .absent: nil
      }
    }
    return entries.removing(gone).merging(come.sorted { $0.isBefore($1) })
  }

  private func state(of photo: Photo, in entries: [CatalogEntry]) -> State {
    if let state = states[photo] { return state }
    return entries.place(of: photo).map { .present(entries[$0].id) } ?? .absent(nil)
  }
}

extension CatalogEntry {
  /// Whether it comes before another entry of the same argument.
  fileprivate func isBefore(_ other: CatalogEntry) -> Bool {
    NaturalOrder.areInOrder(photo, other.photo)
  }
}

/// Entries of one argument, in their order.
extension [CatalogEntry] {
  /// Where the photo with a path stands; nil where there is none.
  fileprivate func place(of photo: Photo) -> Int? {
    var (lower, upper) = (0, count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if NaturalOrder.areInOrder(self[middle].photo, photo) {
        lower = middle + 1
      } else {
        upper = middle
      }
    }
    return lower < count && self[lower].photo.isSamePath(as: photo) ? lower : nil
  }

  /// The entries but for those at some places, which are in order.
  fileprivate func removing(_ places: [Int]) -> [CatalogEntry] {
    guard !places.isEmpty else { return self }
    var rest: [CatalogEntry] = []
    rest.reserveCapacity(count - places.count)
    var start = 0
    for place in places {
      rest += self[start..<place]
      start = place + 1
    }
    return rest + self[start...]
  }

  /// These entries and others that are in order.
  fileprivate func merging(_ others: [CatalogEntry]) -> [CatalogEntry] {
    guard let last, let first = others.first, !last.isBefore(first) else { return self + others }
    var all: [CatalogEntry] = []
    all.reserveCapacity(count + others.count)
    var rest = others[...]
    for entry in self {
      while let next = rest.first, next.isBefore(entry) { all.append(rest.removeFirst()) }
      all.append(entry)
    }
    return all + rest
  }
}
