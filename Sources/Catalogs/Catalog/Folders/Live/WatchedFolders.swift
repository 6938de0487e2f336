import Base

/// The folders that are watched, by watch number and argument.
struct WatchedFolders {
  struct Place: Hashable {
    let argument: Int
    /// Path prefix of photos, or of link targets.
    let folder: ByteString
    var isOfTargets = false
  }

  /// Half of a user's default limit before Linux 5.11, since other programs watch too.
  private static let usualLimit = 4096

  private let watch: (any FolderWatching)?
  private let limit: Int
  /// Several paths to a folder share one watch.
  private var places: [Int32: [Place]] = [:]
  private var numbers: [Place: Int32] = [:]
  /// Whether changes in some folder are not reported.
  private(set) var mustPoll = false
  private(set) var isFull = false

  init(_ watch: (any FolderWatching)? = nil, limit: Int = usualLimit) {
    self.watch = watch
    self.limit = limit
  }

  subscript(number: Int32) -> [Place] { places[number] ?? [] }

  func contains(_ place: Place) -> Bool { numbers[place] != nil }

  /// May block.
  mutating func add(_ place: Place) {
    guard let watch, numbers[place] == nil else { return }
    let answer = numbers.count < limit ? watch.watch(place.folder.openableFolder) : .refused
    switch answer {
    case .watched(let number, let isShared):
      places[number, default: []].append(place)
      numbers[place] = number
      mustPoll = mustPoll || isShared
    // Changes of link targets then show when the folder is read again.
    case .refused where place.isOfTargets: break
    case .refused: (mustPoll, isFull) = (true, true)
    case .unreadable: break
    }
  }

  /// Removes a watch that the kernel has ended.
  mutating func forget(_ number: Int32) {
    for place in places.removeValue(forKey: number) ?? [] { numbers[place] = nil }
  }

  mutating func end(_ number: Int32) {
    forget(number)
    watch?.endWatch(number)
  }

  /// Stops watching a folder whose directory was replaced.
  mutating func end(_ place: Place) {
    guard let number = numbers.removeValue(forKey: place) else { return }
    places[number]?.removeAll { $0 == place }
    guard places[number]?.isEmpty == true else { return }
    places[number] = nil
    watch?.endWatch(number)
  }

  /// Stops watching all folders of an argument except these.
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
