internal import CProcess

package enum LargeBlocks {
  /// Sizes of screen images, not of tiles.
  private static let size = 1 << 20

  /// Makes large blocks return to the kernel when they are freed; callable from any thread.
  ///
  /// Otherwise the C library keeps blocks of up to 32 MB once a block of that size has been freed,
  /// and any allocation in between prevents their release.
  package static func giveBackWhenFreed() {
    cpr_map_blocks(size)
  }
}
