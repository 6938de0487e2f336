internal import Glibc

/// Where the kernel tells that memory is short.
package struct PressurePaths: Hashable, Sendable {
  /// The file of pressure stall information.
  package let stalls: String
  /// The files of events of the control groups that the process is in, the innermost first.
  package let events: [String]

  /// Takes paths, which need not be there.
  package init(stalls: String, events: [String]) {
    self.stalls = stalls
    self.events = events
  }

  /// Those of this process, by what `/proc/self/cgroup` says; reads that file.
  package static var ofProcess: PressurePaths {
    PressurePaths(
      stalls: "/proc/pressure/memory",
      events: events(ofGroups: PressureFile(eventsAt: "/proc/self/cgroup")?.text() ?? ""))
  }

  /// The files of the groups of the one hierarchy of version 2: a limit that an outer group meets is
  /// told there only.
  static func events(ofGroups text: String) -> [String] {
    let line = text.split(separator: "\n").first { $0.hasPrefix("0::/") }
    guard var group = line?.dropFirst(3) else { return [] }
    var files: [String] = []
    while let slash = group.lastIndex(of: "/"), group.count > 1 {
      files.append("/sys/fs/cgroup\(group)/memory.events")
      group = group[..<slash]
    }
    return files
  }
}
