import Base
import Catalogs
import Glibc
import ImagePipeline
import Imaging
import SharedTier

/// The child process that loads a screen of photos through a shared tier and reports the time.
struct SharedTierChild: Sendable {
  static let argument = "--shared-tier-child"
  static let none = "none"
  /// A cell of the default screen, in pixels.
  private static let box = PixelSize(width: 124, height: 88)
  private static let secret = "the secret of a benchmark"

  private let files: FileBitmapLoader
  private let tier: SharedTier?

  /// Takes a folder, a tier's address, whether to wait for the tier, and the file for the results.
  static func run(_ arguments: [String]) async throws {
    let (folder, address, results) = (arguments[2], arguments[3], arguments[5])
    var tier: SharedTier?
    if address != none, let secret = TierSecret(secret.utf8) {
      tier = SharedTier(try TierAddress(address), secret: secret, isLowPriority: true)
    }
    let client = DecoderClient(programs: .installed())
    let store = ThumbnailStore(
      place: ThumbnailPlace { $0 == "XDG_CACHE_HOME" ? "\(folder)-none" : nil }, version: "0",
      isPrivate: true, onNotice: { _ in })
    let thumbnails = ThumbnailAccess(
      store: store, workingFolder: [], decoder: client, isLowPriority: true)
    let child = SharedTierChild(
      files: FileBitmapLoader(
        decoder: client, thumbnails: thumbnails, shared: tier.map(ThumbnailTier.init)), tier: tier)
    // Starts the decoder first, as it is running once the first frame is shown.
    _ = try await FileBitmapLoader(decoder: client).load("\(folder)/IMG_1.jpg", Self.box)
    if arguments[4] == "yes" { tier?.greet() } else { tier?.start() }
    let time = try await ContinuousClock().measure { try await child.load(from: folder) }
    await tier?.finish()
    try Workshop.write(Array("\(Int(time / .nanoseconds(1)))".utf8), to: results)
  }

  /// Loads with the program's concurrency.
  private func load(from folder: String) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...SharedTierHits.count {
        if number > DecoderClient.usefulCalls { try await group.next() }
        group.addTask { _ = try await files.load("\(folder)/IMG_\(number).jpg", Self.box) }
      }
      try await group.waitForAll()
    }
  }
}

extension FileBitmapLoader {
  fileprivate func load(_ path: String, _ box: PixelSize) async throws -> LoadedBitmap {
    try await bitmap(of: Photo(path: ByteString(path)), for: DecodingRequest(box: box)) { _ in }
  }
}
