package import Catalog
package import Finding
package import Imaging
package import Pipeline
package import Values

/// What is known of the grid and of its selected photo.
package struct GridStatus: Hashable, Sendable {
  /// The photo or the folder that this is about, which may have gone; nil where there is none.
  package var id: PhotoID?
  /// Its number, from 1; zero where there are no photos, or it is not among them any more.
  package var position: Int
  /// How many photos are shown.
  package var count: Int
  /// How many there are so far, those included that a filter hides.
  package var listedCount: Int
  /// How they are arranged.
  package var arranging: Arranging
  /// How many photos are marked.
  package var markedCount: Int
  /// Whether the selected photo is one of them.
  package var isMarked: Bool
  /// Whether more photos may still come.
  package var isReading: Bool
  /// Whether there are more than have been asked for so far.
  package var hasMore: Bool
  /// How many photos there will be when all have come; nil where nobody knows.
  package var totalCount: Int?
  /// What was passed over while reading, and why.
  package var skipped: SkippedEntries
  /// The folders that were asked for and have no photos.
  package var bareFolders: [BareFolder]
  /// What is to be said about where the photos come from.
  package var notices: [CatalogNotice]
  /// The one folder that is shown, by its path from the root on; nil where there are several, or none.
  package var place: ByteString?
  /// What was found in the selected folder; nil where a photo is selected, or while nobody has looked.
  package var folder: FolderFinding?
  /// Where the selected photo is among the others, as bytes of which nothing is known: its name, below
  /// the folders that not all are in.
  package var name: [UInt8]
  /// The selected photo's path or address, in the same way.
  package var path: [UInt8]
  /// What is known of the selected photo's picture, once any of it is there.
  package var info: PictureInfo?
  /// Where the selected photo's picture came from; nil while a rough one stands for it.
  package var provenance: Provenance?
  /// Why the selected photo has no picture.
  package var failureReason: String?
  /// The pictures that can be seen, and how many of them are there or known not to come; none while a
  /// photo is shown alone.
  package var loading: Loading
  /// What is on its way to take the place of the photo that is told of, as bytes of which nothing is
  /// known; nil where nothing is.
  package var awaitedName: [UInt8]?

  /// How photos are arranged.
  package struct Arranging: Hashable, Sendable {
    /// The order, in a few words; none where it is that of the listing.
    package var order: String
    /// The text of the filter, as somebody has typed it; empty where there is none.
    package var filter: String
    /// What cannot be understood or told of the filter, as a sentence; nil where that is nothing.
    package var filterProblem: String?
    /// Whether bursts are shown as one photo each.
    package var hasStacks = false
    /// The text of the search, likewise.
    package var search: String
    /// How many of the photos that are shown match the search.
    package var matchCount: Int
    /// Which of them is selected, from 1; nil where it is none that was gone to.
    package var matchNumber: Int?
    /// What is being done about it.
    package var work: Work?
  }

  /// What has to be done before photos stand as they are wanted.
  package enum Work: Hashable, Sendable {
    /// They are read page by page, since all of them are needed: so many are here, of so many.
    case listing(Int, of: Int)
    /// They are put in order on another thread.
    case arranging
    /// It is found out how much is known of them: so many are done, of so many.
    case reading(Int, of: Int, FactsDepth)
  }

  /// How far several pictures are.
  package struct Loading: Hashable, Sendable {
    /// Those that nothing more will come of.
    package var finished: Int
    /// All of them.
    package var all: Int
  }
}
