package import Base

extension Log {
  /// A log that records lines, all at time zero.
  package static func recorded(by recorder: Recorder<String>) -> Log {
    Log(upTo: .debug, clock: WallClock { 0 }, harmless: { $0 }) { entry in
      recorder.add("\(entry.level) \(entry.area) \(entry.message)")
    }
  }
}
