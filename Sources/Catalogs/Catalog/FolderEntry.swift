import Values

/// An entry of a folder, as its directory lists it.
struct FolderEntry {
  let name: ByteString
  let kind: EntryKind
}
