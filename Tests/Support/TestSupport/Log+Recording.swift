package import Logging
import Values

extension Log {
  /// A log whose lines are kept, all at the first second of 1970.
  package static func recorded(by recorder: Recorder<String>) -> Log {
    Log(upTo: .debug, clock: WallClock { 0 }, harmless: { $0 }) { entry in
      recorder.add("\(entry.level) \(entry.area) \(entry.message)")
    }
  }
}
