internal import Concurrency
package import Values

/// The photos of files and folders that were named on the command line.
///
/// Arguments keep their order. A file is listed whatever it is called; of a folder, the files with
/// an extension of a picture in natural order, without hidden ones. What is named twice is listed
/// twice. Within one argument, a folder that can be reached in several ways is read once. An argument
/// that cannot be read keeps its place, and is looked at again when that is wanted.
package struct FolderCatalog: PhotoCatalog {
  private let arguments: [ByteString]
  private let isRecursive: Bool
  private let isSurrounded: Bool
  private let following: FolderFollowing?
  private let demand: CatalogDemand?
  private let queue = WorkQueue(label: "catalog")

  /// Makes a catalog that has not touched the disk yet.
  /// - Parameters:
  ///   - arguments: Paths of files and folders.
  ///   - isRecursive: Whether subfolders are read, and links to folders followed.
  ///   - isSurrounded: Whether the only argument comes with what is around it. A file comes with the photos
  ///     of its folder: it is there at once, and in its place among them when these have been read. A
  ///     folder comes with those inside, unless they are read too.
  ///   - following: How folders are followed after they have been read; nil where they are not.
  ///   - demand: Says when folders, and arguments that could not be read, are to be read again; nil
  ///     where they never are, and not followed either.
  package init(
    arguments: [ByteString], isRecursive: Bool, isSurrounded: Bool = false,
    following: FolderFollowing? = nil, demand: CatalogDemand? = nil
  ) {
    self.arguments = arguments
    self.isRecursive = isRecursive
    self.isSurrounded = isSurrounded
    self.following = following
    self.demand = demand
  }

  /// Makes a catalog of one folder and those inside it, which has not touched the disk yet.
  /// - Parameters:
  ///   - folder: The beginning of the paths in it: empty, or with a slash at its end.
  ///   - following: How it is followed after it has been read; nil where it is not.
  ///   - demand: Says when it is to be read again.
  package init(folder: ByteString, following: FolderFollowing?, demand: CatalogDemand) {
    let isRoot = folder == ByteString("/")
    let path = isRoot ? folder : ByteString(Array(folder.openableFolder.bytes.dropLast()))
    self.init(
      arguments: [folder.bytes.isEmpty ? folder.openableFolder : path], isRecursive: false,
      isSurrounded: true, following: following, demand: demand)
  }

  /// Reads the arguments anew; reading ends when nobody listens any more.
  ///
  /// With a demand, and where there is a folder or what could not be read, there is no other end: after
  /// the first snapshot that is complete come others as folders change, or are to be read again.
  package func snapshots() -> AsyncStream<CatalogSnapshot> {
    SnapshotStream.start { [self] stream in
      let (news, wishes) = (FolderNews(), demand?.wishes ?? CatalogDemand.Wishes(wanted: 0))
      let folders = await read(for: stream, watching: following?.watch(news.add))
      guard let demand, folders.mayChange else { return }
      let follower = FolderFollower(
        news: news, following: following, demand: demand, queue: queue)
      await follower.follow(folders, after: wishes, for: stream)
    }
  }

  /// Reads the arguments for the first time.
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
    if folders.hasMoreToSay { stream.receive(folders.snapshot()) }
    guard watch != nil else { return folders }
    return await queue.run {
      var folders = folders
      folders.watchTargets()
      return folders
    }
  }

  /// Finds the arguments that cannot be listed, without reading any; it asks the disk and may block.
  package static func problems(in arguments: [ByteString]) -> [ArgumentProblem] {
    arguments.compactMap { argument in
      do throws(CatalogError) {
        try check(argument)
        return nil
      } catch {
        return ArgumentProblem(argument: argument, error: error)
      }
    }
  }

  /// Whether a path names a folder; it asks the disk and may block.
  package static func isFolder(_ path: ByteString) -> Bool {
    (try? PathLookup.target(of: path)) == .folder
  }

  private static func check(_ argument: ByteString) throws(CatalogError) {
    switch try PathLookup.target(of: argument) {
    case .file: return
    case .folder: _ = try OpenFolder(argument)
    case .link, .special, .unknown: throw .special
    }
  }
}
