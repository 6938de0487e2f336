import Catalog
import Values

/// An argument of the command line that should be a source of photos.
struct GivenSource {
  /// What it is; nil where it cannot be told.
  let source: PhotoSource?
  /// Why it cannot be told what it is, and never will be.
  let misreading: ArgumentProblem?

  /// Reads an argument, and asks nobody about it.
  init(_ argument: ByteString) {
    do throws(CatalogError) {
      source = try PhotoSource(argument: argument)
      misreading = nil
    } catch {
      source = nil
      misreading = ArgumentProblem(argument: argument, error: error)
    }
  }

  /// Why there is nothing to show of it now; nil where there may be something.
  ///
  /// It asks the disk and may block.
  var problem: ArgumentProblem? {
    switch source {
    case .path(let path), .feedFile(let path): FolderCatalog.problems(in: [path]).first
    case .picture, .address, .list: nil
    case nil: misreading
    }
  }
}
