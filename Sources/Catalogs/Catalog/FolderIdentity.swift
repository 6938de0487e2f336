/// What tells a folder from every other one, by whatever path it was reached.
struct FolderIdentity: Hashable {
  let device: UInt64
  let inode: UInt64
}
