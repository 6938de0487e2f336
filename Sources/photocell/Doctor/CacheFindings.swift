import Caching

/// What the doctor finds about the caches.
enum CacheFindings {
  static var section: Diagnosis.Section {
    let megabytes = Composition.usualMemory.cost / 1_000_000
    return Diagnosis.Section(
      title: "caches",
      findings: [Finding(name: "memory", value: "in the program, up to \(megabytes) MB")])
  }
}
