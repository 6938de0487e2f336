import Glibc
import Imaging

/// The peer of loading photos: `vipsthumbnail` on a folder.
///
/// One single-threaded process per core was the fastest way to use all cores: `xargs -P` with eight
/// files a process took up to a fifth longer, one process with as many threads twice as long.
struct VipsThumbnails {
  let paths: [String]
  let box: PixelSize
  let folder: String

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
