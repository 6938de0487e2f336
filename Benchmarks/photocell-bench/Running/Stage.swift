struct Stage {
  let programs: String
  let workshop: String
  let demoPhotos = "Assets/photos"

  /// Saves no thumbnails by default, as the next run would find them.
  ///
  /// Uses the theme `terminal`, whose placeholders `TerminalText.outlineCount` can count.
  func photocell(
    _ arguments: [String], cache: String = "cache", keepsThumbnails: Bool = false
  ) -> Launch {
    launch(
      "photocell", ["--theme", "terminal"] + (keepsThumbnails ? [] : ["--private"]) + arguments,
      cache: cache)
  }

  func program(_ arguments: [String]) -> Launch {
    launch("photocell", arguments, cache: "cache")
  }

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

  func folder(_ name: String) throws(BenchError) -> String {
    let path = "\(workshop)/\(name)"
    try Workshop.makeFolder(path)
    return path
  }
}
