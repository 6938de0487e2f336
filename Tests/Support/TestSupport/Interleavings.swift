package func permutations<Element>(of elements: [Element]) -> [[Element]] {
  guard let last = elements.last else { return [[]] }
  return permutations(of: elements.dropLast()).flatMap { shorter in
    (0...shorter.count).map { place in
      var longer = shorter
      longer.insert(last, at: place)
      return longer
    }
  }
}

/// All merges of the rows that keep the order within each row.
package func interleavings<Element>(of rows: [[Element]]) -> [[Element]] {
  let open = rows.indices.filter { !rows[$0].isEmpty }
  guard !open.isEmpty else { return [[]] }
  return open.flatMap { row in
    var rest = rows
    let first = rest[row].removeFirst()
    return interleavings(of: rest).map { [first] + $0 }
  }
}
