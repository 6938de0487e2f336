import Values

/// Which folders are watched, and for which arguments.
struct WatchedFolders {
  /// A folder of an argument.
  struct Place: Hashable {
    /// The number of the argument.
    let argument: Int
    /// The beginning of the paths of its photos, or of the files that photos are links to.
    let folder: ByteString
    /// Whether only photos that are links lie there.
    var isOfTargets = false
  }

  /// As many as a user had in all before Linux 5.11: others watch too.
  private static let usualLimit = 4096

  private let watch: (any FolderWatching)?
  private let limit: Int
  /// A folder that is reached in two ways has one watch.
  private var places: [Int32: [Place]] = [:]
  private var numbers: [Place: Int32] = [:]
  /// Whether there are folders in which something may happen that nobody tells of.
  private(set) var mustPoll = false
  /// Whether that is so because there are too many.
  private(set) var isFull = false

  /// Watches nothing yet.
  /// - Parameters:
  ///   - watch: What watches; nil where nothing is to be watched.
  ///   - limit: How many folders are watched at most.
  init(_ watch: (any FolderWatching)? = nil, limit: Int = usualLimit) {
    self.watch = watch
    self.limit = limit
  }

  /// The folders that a watch is about.
  subscript(number: Int32) -> [Place] { places[number] ?? [] }

  /// Whether a folder is watched.
  func contains(_ place: Place) -> Bool { numbers[place] != nil }

  /// Watches a folder; may block.
  mutating func add(_ place: Place) {
    guard let watch, numbers[place] == nil else { return }
    let answer = numbers.count < limit ? watch.watch(place.folder.openableFolder) : .refused
    switch answer {
    case .watched(let number, let isShared):
      places[number, default: []].append(place)
      numbers[place] = number
      mustPoll = mustPoll || isShared
    // A photo that is a link is shown anew when its folder is read again.
    case .refused where place.isOfTargets: break
    case .refused: (mustPoll, isFull) = (true, true)
    case .unreadable: break
    }
  }

  /// Forgets a watch that has ended.
  mutating func forget(_ number: Int32) {
    for place in places.removeValue(forKey: number) ?? [] { numbers[place] = nil }
  }

  /// Watches a folder no more, wherever it is by now.
  mutating func end(_ number: Int32) {
    forget(number)
    watch?.endWatch(number)
  }

  /// Watches a folder no more that has another directory by now.
  mutating func end(_ place: Place) {
    guard let number = numbers.removeValue(forKey: place) else { return }
    places[number]?.removeAll { $0 == place }
    guard places[number]?.isEmpty == true else { return }
    places[number] = nil
    watch?.endWatch(number)
  }

  /// Watches those folders of an argument no more that are not among these.
  /// - Parameters:
  ///   - folders: The folders that stay.
  ///   - argument: The number of the argument.
  ///   - areOfTargets: Whether they are those of files that photos are links to.
  mutating func keep(
    only folders: Set<ByteString>, of argument: Int, areOfTargets: Bool = false
  ) {
    let gone = numbers.filter { place, _ in
      place.argument == argument && place.isOfTargets == areOfTargets
        && !folders.contains(place.folder)
    }
    for (place, number) in gone {
      numbers[place] = nil
      places[number]?.removeAll { $0 == place }
      guard places[number]?.isEmpty == true else { continue }
      places[number] = nil
      watch?.endWatch(number)
    }
  }
}
