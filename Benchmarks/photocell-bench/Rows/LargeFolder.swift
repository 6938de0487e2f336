import Glibc

enum LargeFolder: Benchmarking {
  static let name = "large-folder"
  private static let repeats = 9
  private static let count = 100_000
  private static let memoryLimit = 150 * 1024

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let folder = try make(on: stage)
    defer { Workshop.remove(folder) }
    var (frame, list, memory) = (Samples(), Samples(), [Int]())
    for _ in 0..<repeats {
      let program = try TerminalProgram(stage.photocell([folder]))
      let recording = program.recordUntilQuiet(for: .seconds(1))
      guard let first = recording.time(until: { _ in true }),
        let whole = recording.time(until: { isWhole($0.statusLine) })
      else { throw .silent("the whole list") }
      frame.add(first)
      list.add(whole)
      memory.append(try ProcessFacts(process: program.process).peakMemory)
    }
    let peak = memory.max() ?? 0
    return [
      Row("first frame, 100,000 photos", frame.median, limit: .milliseconds(300)),
      Row("whole list, 100,000 photos", list.median, limit: .seconds(1)),
      Row(
        what: "peak memory, 100,000 photos", measured: "\(peak / 1024) MB",
        ratio: "\((Double(peak) / Double(memoryLimit)).text(places: 2)) of limit",
        target: "< \(memoryLimit / 1024) MB", verdict: .init(isKept: peak < memoryLimit)),
    ]
  }

  private static func isWhole(_ status: String) -> Bool {
    status.contains(" 1/\(count) ") && !status.contains("reading")
  }

  /// Makes hard links to copies (at most 65,000 for each); the caller removes the folder.
  static func make(on stage: Stage) throws(BenchError) -> String {
    let (folder, photos) = (try stage.folder("large"), stage.demoPhotos)
    var originals: [String] = []
    for (index, name) in Workshop.names(in: photos).enumerated() {
      let copy = "\(folder)/.original-\(index)"
      try Workshop.write(try Workshop.read("\(photos)/\(name)"), to: copy)
      originals.append(copy)
    }
    for number in 1...count {
      let path = "\(folder)/IMG_\(number).jpg"
      guard unsafe link(originals[number % originals.count], path) == 0 else {
        throw .file(path, errno: errno)
      }
    }
    return folder
  }
}
