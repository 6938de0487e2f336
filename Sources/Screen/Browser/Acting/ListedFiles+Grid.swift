import Catalog
import FileActions
import Grid
import Pipeline
import Synchronization
import Values

/// An action that is to be done.
struct ActionOrder {
  var action: PhotoAction
  /// The files that it is about, as they were shown when it was asked for; nil where it is about other files.
  var listed: ListedFiles?
  /// Whether the folder that files go to is made where it is missing.
  var isMakingFolder = false
  /// What was marked before the photos were taken away.
  var marks: Marks?
}

/// The files that somebody is asked about, as they were when the question was put; may be used on any thread.
nonisolated final class AskedFiles: Sendable {
  private let listed: Mutex<ListedFiles>
  private let paths: [ByteString]

  init(_ listed: ListedFiles, of photos: [Photo]) {
    self.listed = Mutex(listed)
    paths = photos.compactMap(\.path)
  }

  /// What is known of them so far.
  var files: ListedFiles { listed.withLock { $0 } }

  /// Asks the disk for the versions of those that have not been read; blocks.
  func readVersions() {
    var files = files
    files.readVersions(of: paths)
    listed.withLock { $0 = files }
  }
}

extension GridViewModel {
  /// The files of photos as they are shown now.
  func listedFiles(of photos: [Photo]) -> ListedFiles {
    var files = ListedFiles()
    files.directories = listedDirectories
    for photo in photos {
      guard let path = photo.path, let version = loader.shownVersion(of: photo) else { continue }
      files.versions[path] = version
    }
    return files
  }
}
