package import Base
package import Catalogs
package import FileActions
package import ImagePipeline
package import Imaging

package struct GridStatus: Hashable, Sendable {
  /// The photo or folder, which may be gone; nil if there is none.
  package var id: PhotoID?
  /// Number from 1; zero if there are no photos or it is gone.
  package var position: Int
  package var count: Int
  /// Photos listed so far, including those hidden by the filter.
  package var listedCount: Int
  package var arranging: Arranging
  package var markedCount: Int
  package var isMarked: Bool
  package var isReading: Bool
  package var hasMore: Bool
  package var totalCount: Int?
  package var skipped: SkippedEntries
  package var emptyFolders: [EmptyFolder]
  package var notices: [CatalogNotice]
  /// Path of the shown folder from the root; nil if there are several or none.
  package var place: ByteString?
  /// Whether the photos of its subfolders are listed, too.
  package var isRecursive = false
  package var hasSubfolders = false
  package var folder: FolderFinding?
  /// Path below the common parent of all photos, as raw bytes; not sanitized.
  package var name: [UInt8]
  /// Path or address as raw bytes; not sanitized.
  package var path: [UInt8]
  package var info: PictureInfo?
  package var provenance: Provenance?
  package var failureReason: String?
  /// Of the visible images; empty while a photo is shown alone.
  package var loading: Loading
  /// The photo that is loading to replace the shown one, as raw bytes; nil if none is.
  package var awaitedName: [UInt8]?
  /// Where it was taken; nil if unknown, or not read.
  package var takenAt: String?
  package var isTrash = false
  package var trashed: TrashEntry?

  package struct Arranging: Hashable, Sendable {
    /// A short description; empty for the order of the listing.
    package var order: String
    package var filter: String
    /// Why the filter cannot be parsed or evaluated, as a sentence; nil if it can.
    package var filterProblem: String?
    package var hasStacks = false
    package var search: String
    package var matchCount: Int
    /// Number of the selected match, from 1; nil if no match was jumped to.
    package var matchNumber: Int?
    package var work: Work?
  }

  package enum Work: Hashable, Sendable {
    case listing(Int, of: Int)
    case arranging
    case reading(Int, of: Int, FactsDepth)
  }

  package struct Loading: Hashable, Sendable {
    package var finished: Int
    package var all: Int
  }
}

package struct VisibleCell: Sendable {
  /// Image and caption, in character cells of the grid's area.
  package var frame: Rect
  package let content: CellContent
  /// Raw bytes, not sanitized; nil if captions are off.
  package let caption: [UInt8]?
  package let isSelected: Bool
  package var isMarked = false
  package var isVideo = false
  /// Whether the caption is a title rather than a file's name.
  package var hasTitle = false
  /// 1 to 5, or -1 for rejected; nil for none or unknown.
  package var rating: Int?
  /// Color label, not sanitized; nil for none or unknown.
  package var label: String?
  package var isPicked = false
  package var hasRaw = false
  /// Whether a video is beside or behind it.
  package var hasClip = false
  /// Which of ten frames of a video is shown, from 1; nil for the poster.
  package var scrubbedFrame: Int?
  /// Frames of the stack that it represents; nil if it represents none.
  package var frameCount: Int?
  package var isSharpest = false

  package init(frame: Rect, content: CellContent, caption: [UInt8]?, isSelected: Bool) {
    (self.frame, self.content, self.caption) = (frame, content, caption)
    self.isSelected = isSelected
  }
}

package struct VisibleHeading: Hashable, Sendable {
  /// One line, in character cells of the grid's area.
  package var frame: Rect
  package let title: GroupTitle
  package let count: Int
}
