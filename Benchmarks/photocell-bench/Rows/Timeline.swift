import TestServer

/// A timeline of a million photos on a server that lists months, like Immich.
enum Timeline: Benchmarking {
  static let name = "timeline"
  private static let repeats = 7
  private static let monthCount = 120
  private static let perMonth = 8_334
  private static let count = monthCount * perMonth
  private static let memoryLimit = 100 * 1024
  /// The maximum number of requests to see any photo: the list of months, and one month.
  private static let questionLimit = 2

  static func rows(on stage: Stage) throws(BenchError) -> [Row] {
    let months = (0..<monthCount).map(document(ofMonth:))
    let picture = try Workshop.read(
      "\(stage.demoPhotos)/\(Workshop.names(in: stage.demoPhotos).sorted()[0])")
    let server = TestServer { request, connection in
      answer(request, connection, months: months, picture: picture)
    }
    var (frame, first, jump, memory, questions) = (
      Samples(), Samples(), Samples(), [Int](), [Int]()
    )
    var folder = Samples()
    for _ in 0..<repeats {
      let peer = try TerminalProgram(stage.photocell([stage.demoPhotos]))
      guard let time = peer.recordUntilQuiet().time(until: { _ in true }) else {
        throw .silent("the first frame of a folder")
      }
      folder.add(time)
      let run = try browse(server, stage)
      frame.add(run.frame)
      first.add(run.first)
      jump.add(run.jump)
      memory.append(run.memory)
      questions.append(run.questions)
    }
    let (peak, most) = (memory.max() ?? 0, questions.max() ?? 0)
    return [
      Row(
        "first frame, a million photos by months", frame, beside: ("as of a folder", folder),
        limit: 1.5),
      Row("  until the first photos are named", first.median),
      Row("  from the first to the last of them", jump.median),
      Row(
        what: "  questions for any rank", measured: "\(most)", target: "<= \(questionLimit)",
        verdict: .init(isKept: most <= questionLimit)),
      Row(
        what: "  peak memory", measured: "\(peak / 1024) MB",
        ratio: "\((Double(peak) / Double(memoryLimit)).text(places: 2)) of limit",
        target: "< \(memoryLimit / 1024) MB", verdict: .init(isKept: peak < memoryLimit)),
    ]
  }

  private struct Run {
    /// To the first frame, to the first photo names, and from the first to the last photo.
    let (frame, first, jump): (Duration, Duration, Duration)
    /// In kilobytes.
    let memory: Int
    let questions: Int
  }

  private static func browse(_ server: TestServer, _ stage: Stage) throws(BenchError) -> Run {
    var launch = stage.photocell(["immich+http\(server.address("").dropFirst("http".count))"])
    launch.variables["IMMICH_API_KEY"] = "key"
    let before = server.asked.count
    let program = try TerminalProgram(launch)
    var recording = program.recordUntilQuiet(for: .seconds(2))
    guard let frame = recording.time(until: { _ in true }),
      let first = recording.time(until: { $0.statusLine.contains("1/\(count)  2024-12-") })
    else { throw .silent("the timeline") }
    let middle = server.asked.count
    let typed = recording.start.duration(to: .now)
    program.type("G")
    while let chunk = program.read(within: .seconds(2)) { recording.add(chunk) }
    guard
      let last = recording.time(until: { $0.statusLine.contains("\(count)/\(count)  2015-01-") })
    else { throw .silent("the last photo") }
    let asked = server.asked
    let months = asked[middle...].count { $0.path == "/api/timeline/bucket" }
    let lists = asked[before...].count { $0.path == "/api/timeline/buckets" }
    return Run(
      frame: frame, first: first, jump: last - typed,
      memory: try ProcessFacts(process: program.process).peakMemory, questions: lists + months)
  }

  private static func month(_ number: Int) -> String {
    let month = 12 - number % 12
    return "\(2024 - number / 12)-\(month < 10 ? "0" : "")\(month)"
  }

  private static func document(ofMonth number: Int) -> [UInt8] {
    func column(_ name: String, _ value: (Int) -> String) -> String {
      "\"\(name)\":[\((0..<perMonth).map(value).joined(separator: ","))]"
    }
    let name = month(number)
    let columns = [
      column("id") { photo in
        let digits = "\(number * perMonth + photo)"
        return
          "\"00000000-0000-4000-8000-\(String(repeating: "0", count: 12 - digits.count))\(digits)\""
      },
      column("ratio") { _ in "1.333" }, column("isImage") { _ in "true" },
      column("thumbhash") { _ in "\"1QcSHQRnh493V4dIh4eXh1h4kJUI\"" },
      column("fileCreatedAt") { photo in
        let day = 28 - photo * 28 / perMonth
        return "\"\(name)-\(day < 10 ? "0" : "")\(day)T12:00:00\""
      },
      column("localOffsetHours") { _ in "0" },
    ]
    return Array("{\(columns.joined(separator: ","))}".utf8)
  }

  @Sendable private static func answer(
    _ request: AskedRequest, _ connection: ServedConnection, months: [[UInt8]], picture: [UInt8]
  ) {
    switch request.path {
    case "/api/server/version":
      connection.answer(text: #"{"major":3,"minor":0,"patch":1}"#)
    case "/api/timeline/buckets":
      let items = (0..<monthCount).map {
        #"{"timeBucket":"\#(month($0))-01","count":\#(perMonth)}"#
      }
      connection.answer(text: "[\(items.joined(separator: ","))]")
    case "/api/timeline/bucket":
      let name = request.target.split(separator: "timeBucket=").last?.prefix(7)
      let number = (0..<monthCount).first { month($0) == name.map(String.init) } ?? 0
      connection.answer("200 OK", ["Content-Type: application/json"], body: months[number])
    default: connection.answer("200 OK", ["Content-Type: image/jpeg"], body: picture)
    }
  }
}
