import Base
import Catalogs
import FileActions
import ImagePipeline
import Photos
import Synchronization

struct ActionOrder {
  var action: PhotoAction
  /// The files as they were shown when the action was requested; nil if it concerns other files.
  var listed: ListedFiles?
  var isMakingFolder = false
  /// The marks before the photos were withdrawn from the grid.
  var marks: Marks?
}

/// Thread-safe snapshot of the files that a confirmation prompt is about.
nonisolated final class AskedFiles: Sendable {
  private let listed: Mutex<ListedFiles>
  private let paths: [ByteString]

  init(_ listed: ListedFiles, of photos: [Photo]) {
    self.listed = Mutex(listed)
    paths = photos.compactMap(\.path)
  }

  var files: ListedFiles { listed.withLock { $0 } }

  /// Reads the missing file versions from disk; blocks.
  func readVersions() {
    var files = files
    files.readVersions(of: paths)
    listed.withLock { $0 = files }
  }
}

extension GridViewModel {
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
