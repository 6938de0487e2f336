import Glibc

/// Runs the named benchmarks, or all, and prints one table.
@main
enum Program {
  private static var all: [any Benchmarking.Type] {
    [
      FirstFrame.self, LargeFolder.self, ArrivingPhotos.self, Finding.self, Indexing.self,
      CameraPhotos.self,
      SecondStart.self,
      Decoders.self,
      Regions.self, Viewing.self, Rating.self, MixedFiles.self, Metadata.self, Paging.self,
      Idle.self,
      Symbols.self,
      Pixels.self,
      KittyPictures.self, SixelPages.self,
      SlowLink.self, Animation.self, KittyMemory.self, MemoryHits.self, CacheRace.self,
      WebPictures.self, Timeline.self, LargeResponseCache.self, SharedTierHits.self,
      SharedWarming.self, BucketScreen.self, LargeListing.self,
    ]
  }

  static func main() async {
    let arguments = CommandLine.arguments
    if arguments.count == 5, arguments[1] == PagingChild.argument {
      await page(arguments)
    } else if arguments.count == 6, arguments[1] == WebRun.argument {
      await load(arguments)
    } else if arguments.count == 6, arguments[1] == SharedTierChild.argument {
      await share(arguments)
    } else if arguments.count == 4, arguments[1] == LargeListingChild.argument {
      await list(arguments)
    } else if arguments.count == 3, arguments[1] == "--simulate", let seed = UInt64(arguments[2]) {
      print(StudioSimulation.report(seed: seed))
    } else if arguments.count == 3, arguments[1] == "--traces" {
      replay(arguments[2])
    } else if let task = ScreenTask(arguments.dropFirst()) {
      perform(task)
    } else {
      measure(Array(arguments.dropFirst()))
    }
  }

  private static func page(_ arguments: [String]) async {
    do {
      try await PagingChild.run(arguments[2], opening: arguments[3], results: arguments[4])
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func load(_ arguments: [String]) async {
    do {
      try await WebChild.run(arguments)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func share(_ arguments: [String]) async {
    do {
      try await SharedTierChild.run(arguments)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func list(_ arguments: [String]) async {
    do {
      try await LargeListingChild.run(arguments)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func perform(_ task: ScreenTask) {
    do throws(BenchError) {
      guard try task.perform(programs: folderOfPrograms) else { exit(1) }
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  private static func replay(_ folder: String) {
    do throws(BenchError) {
      print(Table(rows: try TraceRows.rows(in: folder)).text)
    } catch {
      complain("\(folder): \(error)")
      exit(1)
    }
  }

  /// Exits with 1 if a measurement failed, never because of a result.
  private static func measure(_ names: [String]) {
    var rows: [Row] = []
    var hasFailed = false
    let load = loadBefore
    for name in names.isEmpty ? all.map({ $0.name }) : names {
      do throws(BenchError) {
        rows += try measure(name)
      } catch {
        complain("\(name): \(error)")
        hasFailed = true
      }
    }
    if !rows.isEmpty { print("\(Table(rows: rows).text)\n\(load)") }
    if hasFailed { exit(1) }
  }

  private static func measure(_ name: String) throws(BenchError) -> [Row] {
    guard let benchmark = all.first(where: { $0.name == name }) else { throw .unknown(name) }
    complain("measuring \(name)")
    let workshop = try Workshop()
    let stage = Stage(programs: folderOfPrograms, workshop: workshop.path)
    try Workshop.makeFolder("\(workshop.path)/cache")
    return try benchmark.rows(on: stage)
  }

  /// Percentiles mean little if the machine is busy.
  private static var loadBefore: String {
    var load = [0.0]
    _ = unsafe getloadavg(&load, 1)
    let count = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return "load before the run: \(load[0].text(places: 2)) on \(count) processors"
  }

  private static var folderOfPrograms: String {
    let path = CommandLine.arguments[0]
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  private static func complain(_ line: String) {
    let text = "\(line)\n"
    _ = unsafe write(STDERR_FILENO, text, text.utf8.count)
  }
}
