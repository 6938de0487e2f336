import ArgumentParser
import Catalog
import Values

/// `photocell --compare-cache DIR`: the same scroll without and with the memory cache, side by side.
@MainActor
struct CacheComparison {
  let folder: ByteString
  let options: PhotoOptions
  let isRecursive: Bool

  /// Runs the scroll three times, the first only to have the files in the system's own memory, and
  /// prints the table.
  /// - Throws: An `ExitCode` after the reason has been written.
  func perform() async throws {
    if let problem = FolderCatalog.problems(in: [folder]).first {
      StandardError.write("\(problem.argument): \(problem.error)")
      throw ExitCode(2)
    }
    var photos: [Photo] = []
    let catalog = FolderCatalog(arguments: [folder], isRecursive: isRecursive)
    for await snapshot in catalog.snapshots() { photos = snapshot.photos }
    guard !photos.isEmpty else {
      StandardError.write("\(folder): no photos")
      throw ExitCode(2)
    }
    _ = await ScrollRun(limits: Composition.noMemory, options: options).steps(through: photos)
    let table = CacheComparisonTable(
      without: await ScrollRun(limits: Composition.noMemory, options: options).steps(
        through: photos),
      with: await ScrollRun(limits: Composition.usualMemory, options: options).steps(
        through: photos))
    try StandardOutput.write(table.text(photoCount: photos.count))
  }
}
