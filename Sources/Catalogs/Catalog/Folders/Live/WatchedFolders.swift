import Base
import Glibc

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
  private(set) var mustPoll = false
  private(set) var isFull = false

  init(_ watch: (any FolderWatching)? = nil, limit: Int = usualLimit) {
    (self.watch, self.limit) = (watch, limit)
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

  mutating func forget(_ number: Int32) {
    for place in places.removeValue(forKey: number) ?? [] { numbers[place] = nil }
  }

  mutating func end(_ number: Int32) {
    forget(number)
    watch?.endWatch(number)
  }

  mutating func end(_ place: Place) {
    guard let number = numbers.removeValue(forKey: place) else { return }
    places[number]?.removeAll { $0 == place }
    guard places[number]?.isEmpty == true else { return }
    places[number] = nil
    watch?.endWatch(number)
  }

  mutating func keep(only folders: Set<ByteString>, of argument: Int, areOfTargets: Bool = false) {
    let gone = numbers.keys.filter { place in
      place.argument == argument && place.isOfTargets == areOfTargets
        && !folders.contains(place.folder)
    }
    for place in gone { end(place) }
  }
}

/// Calls the handler it was made with, from any thread.
protocol FolderWatching: Sendable {
  /// Takes a path that the kernel can open; may block.
  func watch(_ folder: ByteString) -> FolderWatchAnswer

  func endWatch(_ number: Int32)
}

enum FolderWatchAnswer: Hashable {
  /// Events carry this number; with `isShared`, changes by other machines are not reported.
  case watched(Int32, isShared: Bool = false)
  case refused
  /// It does not exist or is not permitted; reading it fails in the same way.
  case unreadable
}

/// One thread waits in the kernel; no wake-ups without events.
final class KernelFolderWatch: FolderWatching {
  private final class Core: Sendable {
    let watch: DirectoryWatch
    let end: WakeSignal

    init?() {
      guard let end = WakeSignal(), let watch = try? DirectoryWatch() else { return nil }
      self.watch = watch
      self.end = end
    }

    func run(_ tell: ([DirectoryEvent]) -> Void) {
      while Polling.wait(for: [watch.number, end.number]) == [true, false] {
        tell(watch.events())
      }
    }
  }

  private let threads = WorkQueue(label: "watch")
  /// Nil if there is no file descriptor or thread left.
  private let core: Core?

  /// The handler is called on a thread of its own.
  init(_ tell: @escaping @Sendable ([DirectoryEvent]) -> Void) {
    guard let core = Core(), threads.start({ core.run(tell) }) else {
      core = nil
      return
    }
    self.core = core
  }

  deinit {
    core?.end.give()
  }

  func watch(_ folder: ByteString) -> FolderWatchAnswer {
    guard let core else { return .refused }
    do throws(SystemError) {
      let number = try core.watch.add(folder.bytes)
      return .watched(number, isShared: FileSystem.isShared(at: folder.bytes))
    } catch {
      switch error.number {
      case ENOSPC, ENOMEM, ENAMETOOLONG: return .refused
      default: return .unreadable
      }
    }
  }

  func endWatch(_ number: Int32) {
    core?.watch.remove(number)
  }
}
