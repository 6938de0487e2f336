import Base
import Catalogs
import FileActions
import Photos
import Synchronization

struct ActionOrder {
  var action: PhotoAction
  /// The files as they were shown when the action was requested; nil if it concerns other files.
  var listed: ListedFiles?
  /// Photos whose facts must be read first.
  var unread: [CatalogEntry]?
  var isMakingFolder = false
  /// The text of the action as it was edited; removed once it is written.
  var draft: EditorFile?
  /// Before the photos were withdrawn from the grid.
  var marks: GridViewModel.SavedMarks?
}

nonisolated package struct EditedCaption: Hashable, Sendable {
  let file: EditorFile
  let entries: [CatalogEntry]
  /// The name of the photo, or how many there are.
  let subject: String
  let present: String?
}

/// The files that a confirmation prompt is about; thread-safe.
nonisolated final class AskedFiles: Sendable {
  private let listed: Mutex<ListedFiles>
  private let paths: [ByteString]

  init(_ listed: ListedFiles, of photos: [Photo]) {
    self.listed = Mutex(listed)
    paths = photos.compactMap(\.path)
  }

  var files: ListedFiles { listed.withLock { $0 } }

  /// Blocks.
  func readVersions() {
    var files = files
    files.readVersions(of: paths)
    listed.withLock { $0 = files }
  }
}
