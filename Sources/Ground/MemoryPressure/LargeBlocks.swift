internal import CProcess

/// Blocks of memory as large as pictures.
package enum LargeBlocks {
  /// What counts as large, in bytes: pictures of a screen, and not of a cell.
  private static let size = 1 << 20

  /// Has every large block go back to the kernel when it is freed, from now on; callable from any thread.
  ///
  /// Else the C library keeps blocks of up to 32 MB as soon as one of their size has been freed, and
  /// whatever lives between them keeps them all.
  package static func giveBackWhenFreed() {
    cpr_map_blocks(size)
  }
}
