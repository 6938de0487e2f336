package import Base

/// The photos of files and folders named on the command line.
///
/// Arguments keep their order. A file is listed whatever its name; of a folder, files with a
/// picture extension in natural order, without hidden ones. An argument given twice is listed
/// twice. Within one argument, a folder reachable by several paths is read once. An argument that
/// cannot be read keeps its place and is retried on demand.
package struct FolderCatalog: PhotoCatalog {
  private let arguments: [ByteString]
  private let isRecursive, isSurrounded: Bool
  private let following: FolderFollowing?
  private let demand: CatalogDemand?
  private let queue = WorkQueue(label: "catalog")

  /// Does not access the disk. With `isRecursive`, links to folders are followed too. With
  /// `isSurrounded`, the only argument is listed with its surroundings: a file at once, then in its
  /// place among the photos of its folder; a folder with its subfolders, unless they are read too.
  /// Without `following`, changes are not watched; without `demand`, nothing is read again.
  package init(
    arguments: [ByteString], isRecursive: Bool, isSurrounded: Bool = false,
    following: FolderFollowing? = nil, demand: CatalogDemand? = nil
  ) {
    (self.arguments, self.isRecursive, self.isSurrounded) = (arguments, isRecursive, isSurrounded)
    (self.following, self.demand) = (following, demand)
  }

  /// The folder, given as a path prefix, and its subfolders, or with `isRecursive` all photos below
  /// it; does not access the disk.
  package init(
    folder: ByteString, isRecursive: Bool = false, following: FolderFollowing?,
    demand: CatalogDemand
  ) {
    let path = folder.bytes.count > 1 ? ByteString(folder.bytes.dropLast()) : folder.openableFolder
    self.init(
      arguments: [path], isRecursive: isRecursive, isSurrounded: !isRecursive,
      following: following, demand: demand)
  }

  /// With a demand, and if an argument is a folder or could not be read, the stream continues after
  /// the first complete snapshot as folders change or a retry is requested.
  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    SnapshotStream.start { [self] stream in
      let (news, requests) = (FolderEventQueue(), demand?.requests)
      let folders = await read(for: stream, watching: following?.watch(news.add))
      guard let demand, let requests, folders.mayChange else { return }
      let follower = FolderFollower(news: news, following: following, demand: demand, queue: queue)
      await follower.follow(folders, after: requests, for: stream)
    }
  }

  private func read(
    for stream: SnapshotStream, watching watch: (any FolderWatching)?
  ) async -> LiveFolders {
    var reading = CatalogReading(
      arguments, isRecursive: isRecursive, isSurrounded: isSurrounded,
      watched: WatchedFolders(watch))
    do throws(CatalogError) {
      reading = try await queue.run(orThrow: CatalogError.noThread) { [reading] in
        var reading = reading
        reading.run(for: stream)
        return reading
      }
    } catch {
      reading.fail(error, for: stream)
    }
    let folders = LiveFolders(reading, isRecursive: isRecursive, isSurrounded: isSurrounded)
    if folders.hasNewNotice { stream.receive(folders.snapshot()) }
    guard watch != nil else { return folders }
    return await queue.run {
      var folders = folders
      folders.watchTargets()
      return folders
    }
  }

  /// May block on the disk.
  package static func problems(in arguments: [ByteString]) -> [ArgumentProblem] {
    arguments.compactMap { argument in
      do throws(CatalogError) {
        switch try PathLookup.target(of: argument) {
        case .file: return nil
        case .folder: _ = try OpenFolder(argument)
        case .link, .special, .unknown: throw .special
        }
        return nil
      } catch {
        return ArgumentProblem(argument: argument, error: error)
      }
    }
  }

  /// May block on the disk.
  package static func isFolder(_ path: ByteString) -> Bool {
    (try? PathLookup.target(of: path)) == .folder
  }
}
