/// How many loads may run at once in each lane.
struct LoadLanes: Sendable {
  /// As many as the client has transfers, which gives each host its share.
  private static let webWidth = 32

  private let widths: [LoadLane: Int]

  /// - Parameter files: How many files may be loaded at once; at least one is.
  init(files: Int) {
    widths = [.file: max(1, files), .web: Self.webWidth]
  }

  /// The lanes that have room beside so many running loads.
  func open(besides running: [LoadLane: Int]) -> Set<LoadLane> {
    Set(widths.filter { running[$0.key, default: 0] < $0.value }.keys)
  }
}
