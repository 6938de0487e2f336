import Glibc
import ImagePipeline
import Imaging

/// Five thousand small files in seven formats, through both decoders: nothing may grow.
enum MixedFiles: Benchmarking {
  static let name = "mixed"
  private static let thousands = 5
  private static let box = PixelSize(width: 128, height: 128)
  /// The maximum ratio of memory after the last thousand to the first, as page counts vary.
  private static let memoryLimit = 1.05

  private struct Stock {
    /// Resident memory of this process and its decoders, in kilobytes.
    let memory: Int
    let descriptors: Int
    let processes: Int

    init() throws(BenchError) {
      let itself = ProcessFacts(process: getpid())
      let decoders = itself.children
      let all = [itself] + decoders + decoders.flatMap(\.children)
      var memory = 0
      for process in all { memory += try process.memory }
      self.memory = memory
      descriptors = all.reduce(0) { $0 + $1.descriptorCount }
      processes = all.count
    }
  }

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let files = try MixedFolder(stage).write(to: try stage.folder("mixed"))
    let client = DecoderClient(programs: .installed())
    var stocks: [Stock] = []
    for thousand in 0..<thousands {
      let sources = (0..<1000).map { index in
        // The step is coprime to the number of files, so that neighbors differ in format.
        ImageSource.file(Array(files[(thousand * 1000 + index) * 101 % files.count].utf8))
      }
      try ManyPictures.decode(sources, box, client)
      stocks.append(try Stock())
    }
    return rows(from: stocks, fileCount: files.count)
  }

  private static func rows(from stocks: [Stock], fileCount: Int) -> [Row] {
    guard let first = stocks.first, let last = stocks.last else { return [] }
    let ratio = Double(last.memory) / Double(first.memory)
    let counts = "\(last.descriptors) and \(last.processes)"
    return [
      Row(
        what: "5,000 files (\(fileCount) different), memory after each thousand",
        measured: stocks.map { (Double($0.memory) / 1024).text(places: 1) }.joined(separator: " ")
          + " MB",
        ratio: ratio.text(places: 2), target: "< \(memoryLimit.text(places: 2))",
        verdict: .init(isKept: ratio < memoryLimit)),
      Row(
        what: "  descriptors and processes after the last", measured: counts,
        peer: "after the first: \(first.descriptors) and \(first.processes)", target: "no more",
        verdict: .init(
          isKept: last.descriptors <= first.descriptors && last.processes <= first.processes)),
    ]
  }
}
