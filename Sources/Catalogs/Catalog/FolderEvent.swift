/// What came of one step of reading a folder.
enum FolderEvent: Hashable {
  case photo(Photo)
  /// An entry that is none of the catalog's business.
  case ignored
  /// An entry that is passed over; carries why.
  case skipped(CatalogError)
  /// No more photos come of this folder; carries why, where it could not be read to its end.
  case folderEnd(CatalogError?)
}
