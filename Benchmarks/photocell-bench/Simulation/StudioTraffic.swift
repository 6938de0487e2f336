import Base
import Glibc

/// The simulated traffic of an archive: a thousand sessions in a working day.
///
/// Folder popularity follows Zipf's law (exponent 0.9, as web traffic: Breslau et al., INFOCOM
/// 1999). Within a folder, users scroll in runs, stop, and go back a little.
struct StudioTraffic {
  struct Screen {
    /// In milliseconds since the start of the day.
    let time: Int
    let session: Int
    let photo: Int
  }

  static let sessionCount = 1_000
  static let machineCount = 100
  static let photoCount = 10_000_000
  static let photosPerScreen = 24
  private static let folderLength = 2_000
  private static let exponent = 0.9
  private static let foldersPerSession = 5
  private static let day = 8 * 3_600_000

  let screens: [Screen]

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let shares = Self.shares
    var screens: [Screen] = []
    for session in 0..<Self.sessionCount {
      var time = Int.random(in: 0..<Self.day, using: &random)
      for _ in 0..<Self.foldersPerSession {
        let wanted = Double.random(in: 0..<1, using: &random)
        let folder = Self.place(of: wanted, in: shares)
        Self.scroll(through: folder, by: session, from: &time, into: &screens, &random)
      }
    }
    self.screens = screens.sorted { ($0.time, $0.session) < ($1.time, $1.session) }
  }

  /// The cumulative popularity of folders, most popular first.
  private static var shares: [Double] {
    let weights = (1...photoCount / folderLength).map { pow(Double($0), -exponent) }
    let whole = weights.reduce(0, +)
    var sum = 0.0
    return weights.map {
      sum += $0 / whole
      return sum
    }
  }

  private static func place(of wanted: Double, in shares: [Double]) -> Int {
    var (low, high) = (0, shares.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if shares[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func scroll(
    through folder: Int, by session: Int, from time: inout Int, into screens: inout [Screen],
    _ random: inout SplitMix64
  ) {
    let last = folderLength / photosPerScreen - 1
    // Most sessions start at the top.
    var row =
      Int.random(in: 0..<10, using: &random) < 7 ? 0 : Int.random(in: 0...last, using: &random)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let isBack = Int.random(in: 0..<10, using: &random) < 3
      for _ in 0..<Int.random(in: 1...(isBack ? 4 : 12), using: &random) {
        screens.append(
          Screen(
            time: time, session: session,
            photo: folder * folderLength + row * photosPerScreen))
        time += Int.random(in: 300...1_200, using: &random)
        row = min(max(row + (isBack ? -1 : 1), 0), last)
      }
      time += Int.random(in: 2_000...20_000, using: &random)
    }
  }
}
