internal import CLinux

/// Hints to the processor: it fetches lines of memory that will be needed in a moment, and goes on
/// meanwhile.
///
/// What a cache evicts has not been touched for long. Without hints the processor would wait for one
/// line after the other: it looks ahead, but not that far.
extension Array {
  /// Fetches an element.
  @usableFromInline func prefetch(_ index: Int) {
    unsafe withUnsafeBufferPointer { unsafe cl_prefetch_line($0.baseAddress?.advanced(by: index)) }
  }

  /// Fetches the objects that an element refers to: releasing it touches them all.
  @usableFromInline func prefetchReferences(of index: Int) {
    unsafe withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      unsafe cl_prefetch_referred(first.advanced(by: index), MemoryLayout<Element>.size)
    }
  }
}
