import CTurboJPEG
import Dispatch
import Glibc
import Imaging
import Synchronization

/// The lower bound of loading photos: files are only read, decoded and scaled.
///
/// One existing thread per core, each reusing one decompressor and its buffers.
struct TurboLoop: Sendable {
  let paths: [String]
  /// The decoder's scale, in eighths.
  let eighths: Int
  /// The size in pixels after averaging with the program's own code.
  let size: PixelSize

  func run() throws(BenchError) {
    let next = Atomic(0)
    let failures = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: sysconf(Int32(_SC_NPROCESSORS_ONLN))) { _ in
      guard let handle = unsafe tjInitDecompress() else { return }
      defer { unsafe tjDestroy(handle) }
      var file: [UInt8] = []
      var pixels: [UInt8] = []
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < paths.count else { return }
        if unsafe !decode(paths[index], handle, &file, &pixels) {
          failures.add(1, ordering: .relaxed)
        }
      }
    }
    let count = failures.load(ordering: .relaxed)
    guard count == 0 else { throw .codec("\(count) files of the bare loop failed") }
  }

  private func decode(
    _ path: String, _ handle: tjhandle, _ file: inout [UInt8], _ pixels: inout [UInt8]
  ) -> Bool {
    guard let byteCount = Self.read(path, into: &file) else { return false }
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = 0
    var colors: Int32 = 0
    guard
      unsafe tjDecompressHeader3(
        handle, file, UInt(byteCount), &width, &height, &subsampling, &colors) == 0
    else { return false }
    let scaled = (
      (width * Int32(eighths) + 7) / 8, (height * Int32(eighths) + 7) / 8
    )
    let length = Int(scaled.0 * scaled.1) * 4
    if pixels.count != length { pixels = Array(repeating: 0, count: length) }
    guard
      unsafe tjDecompress2(
        handle, file, UInt(byteCount), &pixels, scaled.0, 0, scaled.1, TJPF_RGBA.rawValue, 0) == 0
    else { return false }
    let picture = Bitmap(
      size: PixelSize(width: Int(scaled.0), height: Int(scaled.1)), bytes: pixels)
    return picture.scaled(to: size).size == size
  }

  private static func read(_ path: String, into file: inout [UInt8]) -> Int? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    let length = Int(status.st_size)
    if file.count < length { file = Array(repeating: 0, count: length) }
    return unsafe Glibc.read(descriptor, &file, length) == length ? length : nil
  }
}
