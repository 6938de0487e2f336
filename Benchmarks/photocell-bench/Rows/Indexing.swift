import Base
import Catalogs
import Glibc
import ImagePipeline
import Imaging
import Storage

/// Indexing a hundred thousand photos: the first and the second time, and sorting by the index.
enum Indexing: Benchmarking {
  static let name = "index"
  private static let repeats = 5
  private static let count = 100_000
  private static let originalCount = 96
  private static let memoryLimit = 60 * 1024
  private static let reading = "read "

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try stage.folder("indexed")
    try fill(folder, from: stage.demoPhotos)
    defer { Workshop.remove(folder) }
    let photos = PhotoList(
      (1...count).map { Photo(path: ByteString("\(folder)/IMG_\($0).jpg")) })
    let client = DecoderClient(programs: .installed())
    client.start()
    var (first, second, readCount) = (Samples(), Samples(), 0)
    for round in 0..<repeats {
      let cache = try stage.folder("index-\(round)")
      try first.measure { () throws(BenchError) in
        let readNow = Waiting<Int> { await read(photos, client, keeping: cache) }.result
        guard readNow == count else { throw .codec("\(readNow) photos were read") }
      }
      try second.measure { () throws(BenchError) in
        readCount = Waiting<Int> { await read(photos, client, keeping: cache) }.result
      }
    }
    return [
      Row("index of 100,000 JPEGs, files warm", first.median, limit: .seconds(3)),
      Row(
        "  again: every file looked at, \(readCount) read", second.median, limit: .seconds(1)),
      try Likeness.row(of: photos, in: folder, stage),
    ] + (try keys(folder, stage)) + (try sorting(folder, stage))
  }

  private static func keys(_ folder: String, _ stage: Stage) throws(BenchError) -> [Row] {
    let program = try TerminalProgram(
      stage.photocell([folder], cache: "keys", keepsThumbnails: true))
    var keys = SelectionKeys()
    for chunk in program.recordUntilQuiet(for: .seconds(2)).chunks { keys.take(chunk) }
    program.type("ot")
    var isBegun = false
    while !isBegun || keys.screen.statusLine.contains(reading) {
      try keys.press(program)
      isBegun = isBegun || keys.screen.statusLine.contains(reading)
    }
    return [
      Row(
        "a key while all are read, to its frame: slowest of \(keys.samples.times.count)",
        keys.samples.percentile(1), limit: .milliseconds(50))
    ]
  }

  /// The number of photos that had to be read.
  private static func read(
    _ photos: PhotoList, _ client: DecoderClient, keeping cache: String
  ) async -> Int {
    let reader = PhotoRecordReader(
      index: PhotoIndex(folder: cache), decoder: client, workingFolder: Array("/".utf8))
    let known = await reader.known(photos)
    await reader.check(photos, knowing: known) { _, _ in true }
    return known.count { $0 == nil }
  }

  /// From the key to the sorted screen after a start with an existing index, and the memory used.
  private static func sorting(_ folder: String, _ stage: Stage) throws(BenchError) -> [Row] {
    var (frame, memory) = (Samples(), [Int]())
    for round in 0...repeats {
      let program = try TerminalProgram(
        stage.photocell([folder], cache: "sorted", keepsThumbnails: true))
      _ = program.recordUntilQuiet(for: .seconds(2))
      var recording = Recording(start: .now)
      program.type("ot")
      while let chunk = program.read(within: .seconds(recording.isEmpty ? 30 : 4)) {
        recording.add(chunk)
      }
      let time = recording.time { screen in
        screen.count(of: "oldest first") > 0 && !screen.statusLine.contains("sorting")
          && !screen.statusLine.contains(reading)
      }
      guard let time else { throw .silent("the order") }
      // The first start makes the index.
      if round > 0 { frame.add(time) }
      program.type("\u{1}")
      _ = program.recordUntilQuiet(for: .seconds(1))
      memory.append(try ProcessFacts(process: program.process).memory)
    }
    let most = memory.dropFirst().max() ?? 0
    return [
      Row(
        "sort 100,000 by date taken, index warm, key to frame", frame.median,
        limit: .milliseconds(300)),
      Row(
        what: "memory, 100,000 photos with dates and marks", measured: "\(most / 1024) MB",
        ratio: "\((Double(most) / Double(memoryLimit)).text(places: 2)) of limit",
        target: "< \(memoryLimit / 1024) MB", verdict: .init(isKept: most < memoryLimit)),
    ]
  }

  /// Makes hard links to copies of the demo photos, as a file can have at most 65,000.
  private static func fill(_ folder: String, from demoPhotos: String) throws(BenchError) {
    let names = Workshop.names(in: demoPhotos)
    var originals: [String] = []
    for number in 0..<originalCount {
      let photo = try Workshop.read("\(demoPhotos)/\(names[number % names.count])")
      originals.append("\(folder)/.original-\(number)")
      try Workshop.write(
        photo[..<2] + CameraSegment(number: number).bytes + photo[2...], to: originals[number])
    }
    for number in 1...count {
      let path = "\(folder)/IMG_\(number).jpg"
      guard unsafe link(originals[number * 7 % originalCount], path) == 0 else {
        throw .file(path, errno: errno)
      }
    }
    // The index does not keep records of files that were written just now.
    sleep(3)
  }
}
