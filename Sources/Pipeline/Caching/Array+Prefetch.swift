internal import CLinux

/// Memory is asked for that will be wanted in a moment, and the processor goes on meanwhile.
///
/// What a cache evicts has not been touched for long. Without this the processor would wait for one
/// line of memory after the other: it looks ahead, but not that far.
extension Array {
  /// Asks for an element.
  func prefetch(_ index: Int) {
    unsafe withUnsafeBufferPointer { unsafe cl_prefetch_line($0.baseAddress?.advanced(by: index)) }
  }

  /// Asks for the objects that an element refers to: to release it touches them all.
  func prefetchReferences(of index: Int) {
    unsafe withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return }
      unsafe cl_prefetch_referred(first.advanced(by: index), MemoryLayout<Element>.size)
    }
  }
}
