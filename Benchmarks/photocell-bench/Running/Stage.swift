/// Where everything is that benchmarks need.
struct Stage {
  /// The folder of the programs, which is this program's own.
  let programs: String
  /// The folder of this run, for whatever is made.
  let workshop: String
  /// The demo photos.
  let demoPhotos = "Assets/photos"

  /// The program under test on an exact-colour terminal, with a cache folder of the workshop.
  ///
  /// It keeps no thumbnails unless that is what is measured: the next run would find them.
  func photocell(
    _ arguments: [String], cache: String = "cache", keepsThumbnails: Bool = false
  ) -> Launch {
    launch("photocell", (keepsThumbnails ? [] : ["--private"]) + arguments, cache: cache)
  }

  /// A subcommand of the program under test.
  func program(_ arguments: [String]) -> Launch {
    launch("photocell", arguments, cache: "cache")
  }

  /// This program again, on an exact-colour terminal.
  func itself(_ arguments: [String]) -> Launch {
    launch("photocell-bench", arguments, cache: "cache")
  }

  private func launch(_ name: String, _ arguments: [String], cache: String) -> Launch {
    Launch(
      arguments: ["\(programs)/\(name)"] + arguments,
      variables: [
        "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8",
        "XDG_CACHE_HOME": "\(workshop)/\(cache)", "XDG_CONFIG_HOME": "\(workshop)/config",
      ])
  }

  /// A new, empty folder in the workshop.
  /// - Throws: `BenchError.file`.
  func folder(_ name: String) throws(BenchError) -> String {
    let path = "\(workshop)/\(name)"
    try Workshop.makeFolder(path)
    return path
  }
}
