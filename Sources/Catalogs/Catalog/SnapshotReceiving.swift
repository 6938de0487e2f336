/// Takes the snapshots of a reading, and tells when nobody wants them any more.
protocol SnapshotReceiving {
  /// Tells whether reading on is useless; asked at every entry.
  var isGone: Bool { get }

  /// Takes a snapshot that replaces the one before.
  func receive(_ snapshot: CatalogSnapshot)
}
