/// A place where photocell keeps what it would have to make or fetch again.
nonisolated package enum StorageTier: String, CaseIterable, Sendable {
  /// The tiles in the memory of this program.
  case memory
  /// The thumbnails on disk, as far as photocell wrote them.
  case thumbnails
  /// The responses of web servers.
  case responses
}
