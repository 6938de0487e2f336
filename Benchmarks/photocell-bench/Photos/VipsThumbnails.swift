import Glibc
import Imaging

/// The peer of loading photos: libvips' own program for thumbnails, as people run it on a folder.
///
/// One process a core, each with one thread and its share of the files, was the fastest way to keep
/// all cores busy: `xargs -P` with eight files a process took up to a fifth longer, one process with as many
/// threads twice as long.
struct VipsThumbnails {
  let paths: [String]
  /// What the pictures must fit into, in pixels.
  let box: PixelSize
  /// Where the thumbnails go, as JPEG.
  let folder: String

  /// Makes all thumbnails.
  /// - Throws: `BenchError.notStarted`, also where one fails.
  func run() throws(BenchError) {
    let count = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    var running: [(launch: Launch, process: pid_t)] = []
    for core in 0..<count {
      let launch = launch(core, of: count)
      running.append((launch, try launch.start(at: nil)))
    }
    for (launch, process) in running { try launch.wait(for: process) }
  }

  private func launch(_ core: Int, of count: Int) -> Launch {
    let share = stride(from: core, to: paths.count, by: count).map { paths[$0] }
    let options = ["--size", "\(box.width)x\(box.height)", "-o", "\(folder)/\(core)-%s.jpg"]
    return Launch(
      arguments: ["vipsthumbnail"] + options + share, variables: ["VIPS_CONCURRENCY": "1"])
  }
}
