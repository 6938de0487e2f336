import ArgumentParser
import Base
import Catalogs
import ImagePipeline
import Imaging
import Photos

struct DuplicatesCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", abstract: "Find similar or identical photos.",
    discussion: """
      Prints one name per line, with an empty line between groups. Photos are similar if at most \
      --within of the 64 bits of their difference hashes (dHash) differ and the mean brightness of \
      16 by 16 fields agrees: scaled, brightened and recompressed copies are found, cropped and \
      rotated ones are not. Creates thumbnails as browsing does. Exit codes: 0 if there are groups, \
      1 if there are none, 2 if no photo could be read, 64 for wrong usage, 74 if the output could \
      not be written.
      """)

  @OptionGroup var source: SourceOptions

  @Flag(help: "Print only files with identical bytes.")
  var exact = false

  @Option(help: ArgumentHelp("How many of the 64 bits may differ, 0 to 15.", valueName: "bits"))
  var within = LikenessGroups.usualReach

  @OptionGroup var kinds: KindOptions
  @OptionGroup var decoder: DecoderOptions
  @OptionGroup(title: "Network") var web: WebOptions

  func validate() throws {
    guard (0...15).contains(within) else {
      throw ValidationError("--within takes a number from 0 to 15")
    }
  }

  @MainActor
  func perform(_ log: Log) async throws {
    let sources = try await source.listed(
      for: "photocell duplicates", exact ? nil : kinds, web: web, log)
    let listed = sources.listed.photos
    guard !listed.isEmpty else { throw ExitCode(2) }
    let photos = await WorkQueue(label: "names").run {
      ExactCopies.firstNames(of: listed.map(\.path)).map { listed[$0] }
    }
    let groups = exact ? await copies(among: photos) : try await alike(photos, sources.web, log)
    let names = groups.map { group in
      PickedPhotos(photos: group.map { photos[$0] }, isZeroSeparated: source.isZeroSeparated).bytes
    }
    // Groups are separated by one more terminator.
    let end = source.isZeroSeparated ? 0 : UInt8(ascii: "\n")
    try StandardOutput.write(Array(names.joined(separator: [end])))
    guard !groups.isEmpty else { throw ExitCode(1) }
  }

  /// As indices into `photos`.
  @MainActor
  private func copies(among photos: [Photo]) async -> [[Int]] {
    let files = photos.enumerated().compactMap { place, photo in photo.path.map { (place, $0) } }
    let groups = await WorkQueue(label: "copies").run { ExactCopies.groups(of: files.map(\.1)) }
    return groups.map { $0.map { files[$0].0 } }
  }

  /// As indices; throws the exit code if no photo can be read.
  @MainActor
  private func alike(_ photos: [Photo], _ web: WebAccess, _ log: Log) async throws -> [[Int]] {
    let client = decoder.client(log: log)
    client.start()
    let hashStore = PerceptualHashStore(
      index: Storage.index { StandardError.write("\($0)") }, workingFolder: Storage.workingFolder)
    let loaders = Composition.loaders(
      decodingBy: client, thumbnails: Storage.thumbnails { StandardError.write("\($0)") }, web: web,
      hashes: hashStore)
    let hashes = await hashes(of: photos, hashStore, by: loaders, log)
    await loaders.finish()
    guard hashes.contains(where: { $0 != nil }) else { throw ExitCode(2) }
    return LikenessGroups.groups(of: hashes, within: within)
  }

  /// Hashes from the index or from decoded photos; nil for unreadable photos, which are reported.
  @MainActor
  private func hashes(
    of photos: [Photo], _ hashStore: PerceptualHashStore, by loaders: BitmapLoaders, _ log: Log
  ) async -> [DifferenceHash?] {
    var hashes = [DifferenceHash?](repeating: nil, count: photos.count)
    await hashStore.find(of: PhotoList(photos), by: loaders) { @MainActor found in
      for (place, result) in found {
        switch result {
        case .success(let hash): hashes[place] = hash
        case .failure(let cause):
          log.write(.warning, .source, "\(photos[place]): \(cause)")
          StandardError.write("\(photos[place]): \(cause)")
        }
      }
      return true
    }
    return hashes
  }
}
