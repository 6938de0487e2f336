import Catalog

/// A catalog of what there is of the sources that were asked for.
struct FoundCatalog {
  let catalog: any PhotoCatalog
  /// How many sources are not in the catalog; each has been told of on standard error.
  let problemCount: Int
  /// Tells whether nothing is left to show.
  let isHopeless: Bool
}
