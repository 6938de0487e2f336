extension Array {
  /// The index of the first element that satisfies a monotonic predicate, or `count`.
  @inlinable package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension String {
  /// Bytewise; the library's `contains` adds 0.7 MB of regular expressions to each decoder.
  package func contains(text: String) -> Bool {
    let (bytes, wanted) = (utf8, text.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: wanted) } || wanted.isEmpty
  }
}

/// Runs `body` and converts the error it throws.
package func rethrowing<Success: ~Copyable, Failure: Error, Converted: Error>(
  as convert: (Failure) -> Converted, _ body: () throws(Failure) -> Success
) throws(Converted) -> Success {
  do throws(Failure) {
    return try body()
  } catch {
    throw convert(error)
  }
}
