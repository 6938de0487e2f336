extension SkippedEntries {
  /// Counts an entry that could not be listed under what was the reason.
  mutating func add(_ error: CatalogError) {
    switch error {
    case .special: special += 1
    case .brokenLink, .linkLoop: brokenLinks += 1
    case .notFound, .accessDenied, .unreadable, .noThread, .network: unreadable += 1
    case .feed: faulty += 1
    }
  }
}
