import Base
import Glibc

/// Videos of 64 x 48 pixels and two key frames a second, each brighter than the one before.
///
/// `turned.mp4` has quarters of other brightness, and is turned counterclockwise. They were made by
/// ffmpeg 5.1: `-f lavfi -i "nullsrc=s=64x48:r=2:d=10,geq=lum='20+N*10':cb=128:cr=128" -g 1`.
package enum SampleVideo: String, CaseIterable, Sendable {
  /// MPEG-4, 10 s, made on 2024-05-17 at 12:03:59 UTC.
  case mp4 = "turned.mp4"
  /// VP8, 10 s.
  case webM = "gray.webm"
  case matroska = "gray.mkv"
  /// MPEG-4, 2 s.
  case avi = "gray.avi"
  case quickTime = "gray.mov"
  case mpegTS = "gray.mts"

  package var bytes: [UInt8] { Self.file(rawValue) }

  /// H.264 with one key frame, whose decoding time is before the first time at which a frame is
  /// shown, 4 s: `-f lavfi -i "nullsrc=s=64x48:r=2:d=4,geq=lum='60+N*10':cb=128:cr=128" -c:v libx264`.
  package static var delayed: [UInt8] { file("delayed.mts") }

  /// AAC alone.
  package static var sound: [UInt8] { file("sound.mp4") }

  private static func file(_ name: String) -> [UInt8] {
    let folder = #filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex)
    var bytes: [UInt8] = []
    let file = LongPath.open(Array("\(folder)/Videos/\(name)".utf8), O_RDONLY | O_CLOEXEC)
    _ = file?.read(1 << 20, at: 0, into: &bytes)
    return bytes
  }
}
