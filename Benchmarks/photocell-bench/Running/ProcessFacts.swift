import Glibc

/// Statistics of a process and its threads from proc(5).
struct ProcessFacts {
  private let process: pid_t
  private let folder: String

  init(process: pid_t) {
    self.process = process
    folder = "/proc/\(process)"
  }

  /// The peak resident memory in kilobytes.
  var peakMemory: Int {
    get throws(BenchError) { try Self.number(after: "VmHWM:", in: "\(folder)/status") }
  }

  /// The resident memory in kilobytes.
  var memory: Int {
    get throws(BenchError) { try Self.number(after: "VmRSS:", in: "\(folder)/status") }
  }

  var descriptorCount: Int { Workshop.names(in: "\(folder)/fd").count }

  /// Child processes that have not been reaped.
  var children: [ProcessFacts] {
    Workshop.names(in: "/proc").compactMap { pid_t($0) }.filter { child in
      (try? Self.number(after: "PPid:", in: "/proc/\(child)/status")) == Int(process)
    }.map(ProcessFacts.init)
  }

  /// The processor time, including that of ended threads.
  var processorTime: Duration {
    get throws(BenchError) {
      var clock = clockid_t()
      var time = timespec()
      guard unsafe clock_getcpuclockid(process, &clock) == 0,
        unsafe clock_gettime(clock, &time) == 0
      else { throw .file(folder, errno: errno) }
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
  }

  /// Context switches by thread; throws `BenchError.file` also if a thread ends meanwhile.
  var switches: [String: Int] {
    get throws(BenchError) {
      var switches: [String: Int] = [:]
      for thread in Workshop.names(in: "\(folder)/task") {
        let path = "\(folder)/task/\(thread)/status"
        switches[thread] =
          try Self.number(after: "voluntary_ctxt_switches:", in: path)
          + Self.number(after: "nonvoluntary_ctxt_switches:", in: path)
      }
      return switches
    }
  }

  private static func number(after title: String, in path: String) throws(BenchError) -> Int {
    for line in try text(of: path).split(separator: "\n") where line.hasPrefix(title) {
      return numbers(in: String(line.dropFirst(title.count))).first ?? 0
    }
    throw .file(path, errno: 0)
  }

  private static func numbers(in text: String) -> [Int] {
    text.split { $0 == " " || $0 == "\t" || $0 == "\n" }.compactMap { Int($0) }
  }

  /// Files in proc report no size.
  private static func text(of path: String) throws(BenchError) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(path, errno: errno) }
    defer { close(descriptor) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 16384) { buffer, count in
      count = unsafe max(0, read(descriptor, buffer.baseAddress, buffer.count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
