import Caching
import Catalog
import Decoding
import Glibc
import Pipeline

/// The parts of the program that every way to look at photos is put together from.
enum Composition {
  /// What memory the tiles may take, in bytes: some thousand tiles, many screens.
  private static let memoryBudget = 128 << 20
  /// How long a tile is kept that nobody asks for.
  private static let lifetime = Expiration.after(.seconds(10 * 60))

  /// The memory that finished tiles are kept in.
  static func tileCache() -> some TileCaching {
    MemoryCache<ImageRequest, LoadedTile, ContinuousClock>(
      limits: CacheLimits(cost: memoryBudget), expiration: lifetime, clock: ContinuousClock())
  }

  /// What loads tiles: as many at once as there are cores.
  static func imageManager(cache: some TileCaching = tileCache()) -> ImageManager {
    ImageManager(
      decoder: SteadyDecoder(InProcessDecoder()), cache: cache,
      width: sysconf(Int32(_SC_NPROCESSORS_ONLN)), clock: ContinuousClock())
  }

  /// The catalog of the paths that were given; says on standard error which of them are not there.
  /// - Returns: The catalog, and how many arguments are not there.
  static func catalog(for options: PhotoOptions) -> (FolderCatalog, problemCount: Int) {
    let problems = FolderCatalog.problems(in: options.arguments)
    for problem in problems { StandardError.write("\(problem.argument): \(problem.error)") }
    let catalog = FolderCatalog(arguments: options.arguments, isRecursive: options.isRecursive)
    return (catalog, problems.count)
  }
}
