internal import Base
internal import Glibc
package import Imaging
internal import Synchronization

/// Names of towns by position, from an installed file that is read on first use.
package final class Gazetteer: Sendable {
  package enum State: Sendable {
    case ready(GazetteerTable)
    case missing
    case damaged
  }

  private static let byteLimit = 8 << 20

  private let paths: @Sendable () -> [String]
  private let known = Mutex<State?>(nil)

  /// Reads the first of `paths` that exists.
  package init(paths: @escaping @Sendable () -> [String]) {
    self.paths = paths
  }

  /// Blocks the first time, for some 20 ms.
  package var state: State {
    known.withLock { known in
      if let known { return known }
      let state = Self.read(paths())
      known = state
      return state
    }
  }

  /// Nil without a position, far from any town, or if the file is missing or damaged; may block.
  package func town(at position: GeoPosition?) -> Town? {
    guard let position, case .ready(let table) = state else { return nil }
    return table.town(at: position)
  }

  /// Like `town(at:)`, without blocking the caller.
  package func find(_ position: GeoPosition?) async -> Town? {
    guard let position else { return nil }
    return await withTaskExecutorPreference(WorkExecutor.forTasks) { await found(position) }
  }

  @concurrent
  private func found(_ position: GeoPosition) async -> Town? { town(at: position) }

  private static func read(_ paths: [String]) -> State {
    for path in paths {
      guard let file = LongPath.open(Array(path.utf8), O_RDONLY | O_CLOEXEC) else { continue }
      var bytes: [UInt8] = []
      guard let size = file.status?.st_size, (0...byteLimit).contains(Int(size)),
        file.read(Int(size), at: 0, into: &bytes) == 0, let table = GazetteerTable(file: bytes)
      else { return .damaged }
      return .ready(table)
    }
    return .missing
  }
}
