import ImagePipeline
import Imaging

/// `photocell info` for a thousand JPEGs, beside exiftool.
enum Metadata: Benchmarking {
  static let name = "info"
  private static let repeats = 7
  private static let peerRepeats = 3
  private static let count = 1000
  /// The maximum ratio to exiftool's time.
  private static let share = 0.05

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try stage.folder("info")
    let photos = Workshop.names(in: stage.demoPhotos)
    var paths: [String] = []
    for index in 0..<count {
      let path = "\(folder)/IMG_\(index).jpg"
      let photo = try Workshop.read("\(stage.demoPhotos)/\(photos[index % photos.count])")
      try Workshop.write(photo, to: path)
      paths.append(path)
    }
    let all = stage.program(["info", "--json"] + paths)
    let one = stage.program(["info", paths[0]])
    var (times, single) = (Samples(), Samples())
    for _ in 0..<repeats {
      try times.measure { () throws(BenchError) in try all.run() }
      try single.measure { () throws(BenchError) in try one.run() }
    }
    return [
      Row("info of 1,000 JPEGs", times.median, limit: .seconds(1)), try peer(paths, times),
      Row("  of one", single.median), try dates(paths),
    ]
  }

  /// Reads what a large library's index needs, of ten times as many files, with a running decoder.
  private static func dates(_ paths: [String]) throws(BenchError) -> Row {
    let client = DecoderClient(programs: .installed())
    var samples = Samples()
    for _ in 0..<repeats {
      try samples.measure { () throws(BenchError) in
        let known = Waiting { await knownDates(of: paths, client) }.result
        guard known == 10 * count else { throw .codec("\(known) dates were read") }
      }
    }
    return Row("  for an index of 10,000", samples.median)
  }

  private static func knownDates(of paths: [String], _ client: DecoderClient) async -> Int {
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<10 {
        group.addTask {
          let sources = paths.map { ImageSource.file(Array($0.utf8)) }
          let results = await client.metadata(of: sources, scope: .index)
          return results.count { (try? $0.get().captureDate) != nil }
        }
      }
      return await group.reduce(0, +)
    }
  }

  private static func peer(_ paths: [String], _ times: Samples) throws(BenchError) -> Row {
    let exiftool = Launch(arguments: ["exiftool", "-j", "-n", "-fast"] + paths)
    guard exiftool.isInstalled else {
      return Row(what: "  beside exiftool", measured: "not measured: exiftool is not installed")
    }
    var samples = Samples()
    for _ in 0..<peerRepeats {
      try samples.measure { () throws(BenchError) in try exiftool.run() }
    }
    return Row("  the same", times, beside: ("exiftool -j -n -fast", samples), limit: share)
  }
}
