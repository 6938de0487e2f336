import Glibc
package import ImagePipeline
import Imaging

package enum TestDecoders {
  private static let folder: String = {
    var target = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &target, target.count)
    let path = target.prefix(max(0, length)).map(UInt8.init(bitPattern:))
    return String(decoding: path.prefix(path.lastIndex(of: UInt8(ascii: "/")) ?? 0), as: UTF8.self)
  }()

  /// The decoder that takes commands from the image.
  package static func obedient(_ arguments: String...) -> DecoderPrograms {
    program("\(folder)/photocell-obedient-decoder", arguments)
  }

  /// The same in the role that plays videos at the end of photos.
  package static func obedientPlayer() -> DecoderPrograms {
    [.video: DecoderProgram(path: "\(folder)/photocell-obedient-decoder")]
  }

  /// The same with a resource limit: `-v 900000`.
  package static func limited(_ limit: String) -> DecoderPrograms {
    program("/bin/sh", ["-c", "ulimit \(limit); exec '\(folder)/photocell-obedient-decoder'"])
  }

  /// Any program in place of the main decoder.
  package static func program(_ path: String, _ arguments: [String] = []) -> DecoderPrograms {
    [.fast: DecoderProgram(path: path, arguments: arguments)]
  }

  /// An image that contains a command for the test decoder.
  package static func order(_ word: String) -> ImageSource {
    .bytes([0xFF, 0xD8, 0xFF] + Array(word.utf8))
  }
}
