package import Base
import Glibc

package enum ExactCopies {
  private static let piece = 1 << 20

  /// The positions of paths without further names of the same file, such as links; blocks.
  package static func firstNames(of paths: [ByteString?]) -> [Int] {
    var seen: Set<FileVersion> = []
    return paths.indices.filter { place in
      guard let path = paths[place], let version = FileVersion(path: path.bytes) else {
        return true
      }
      return seen.insert(version).inserted
    }
  }

  /// Groups files of the same content; blocks. Several names of one file count once; unreadable
  /// files are in no group. Ascending positions in groups of two or more, ordered by the first.
  package static func groups(of paths: [ByteString]) -> [[Int]] {
    var bySize: [Int: [Int]] = [:]
    for place in firstNames(of: paths) {
      guard let version = FileVersion(path: paths[place].bytes) else { continue }
      bySize[version.byteCount, default: []].append(place)
    }
    return bySize.values.filter { $0.count > 1 }.flatMap { same($0, of: paths) }
      .sorted { $0[0] < $1[0] }
  }

  private static func same(_ places: [Int], of paths: [ByteString]) -> [[Int]] {
    var groups: [[Int]] = []
    for place in places {
      let group = groups.firstIndex { areSame(paths[$0[0]], paths[place]) }
      if let group { groups[group].append(place) } else { groups.append([place]) }
    }
    return groups.filter { $0.count > 1 }
  }

  private static func areSame(_ one: ByteString, _ other: ByteString) -> Bool {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    guard let one = LongPath.open(one.bytes, flags), let other = LongPath.open(other.bytes, flags)
    else { return false }
    var offset = 0
    while true {
      var (left, right): ([UInt8], [UInt8]) = ([], [])
      guard one.read(piece, at: offset, into: &left) == 0,
        other.read(piece, at: offset, into: &right) == 0, left == right
      else { return false }
      guard !left.isEmpty else { return true }
      offset += left.count
    }
  }
}
