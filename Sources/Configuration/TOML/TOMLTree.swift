/// Tables while they are filled, and what may still be added to each.
final class TOMLTree {
  private final class Node {
    /// What a place in the document holds.
    enum Content {
      case table(Members)
      case tables([Members], TOMLPosition)
      case value(TOMLNode)
    }

    var content: Content

    init(_ content: Content) {
      self.content = content
    }
  }

  private final class Members {
    let position: TOMLPosition
    var order: [TOMLKey] = []
    var nodes: [String: Node] = [:]
    /// Whether a header has named it.
    var hasHeader = false
    /// The header below which dotted keys have made it; nil where none have.
    var dottedBelow: [String]?

    init(_ position: TOMLPosition) {
      self.position = position
    }

    var table: TOMLTable {
      var table = TOMLTable()
      for key in order {
        guard let node = nodes[key.name] else { continue }
        table.set(Self.node(node), for: key)
      }
      return table
    }

    private static func node(_ node: Node) -> TOMLNode {
      switch node.content {
      case .value(let value): value
      case .table(let members): TOMLNode(value: .table(members.table), position: members.position)
      case .tables(let all, let position):
        TOMLNode(
          value: .array(all.map { TOMLNode(value: .table($0.table), position: $0.position) }),
          position: position)
      }
    }
  }

  private let root = Members(TOMLPosition(line: 1, column: 1))

  /// Everything that has been added.
  var table: TOMLTable { root.table }

  /// Begins the table that a header names.
  func open(_ path: [TOMLKey]) throws(TOMLError) {
    let (parent, key) = try parent(of: path)
    switch parent.nodes[key.name]?.content {
    case nil:
      let members = add(tableAt: key, to: parent)
      members.hasHeader = true
    case .table(let members) where !members.hasHeader && members.dottedBelow == nil:
      members.hasHeader = true
    case .table: throw taken(key, "a table that is there once")
    case .tables, .value: throw taken(key, "a new name")
    }
  }

  /// Begins one more table of the list that a header names.
  func addToList(at path: [TOMLKey]) throws(TOMLError) {
    let (parent, key) = try parent(of: path)
    let members = Members(key.position)
    members.hasHeader = true
    switch parent.nodes[key.name]?.content {
    case nil:
      parent.order.append(key)
      parent.nodes[key.name] = Node(.tables([members], key.position))
    case .tables(let all, let position):
      parent.nodes[key.name]?.content = .tables(all + [members], position)
    case .table, .value: throw taken(key, "a new name")
    }
  }

  /// Sets a value.
  /// - Parameters:
  ///   - node: The value.
  ///   - path: Its key.
  ///   - header: The header above it.
  /// - Throws: Why the key cannot be set.
  func set(_ node: TOMLNode, at path: [TOMLKey], below header: [TOMLKey]) throws(TOMLError) {
    var members = root
    for key in header { members = try step(into: key, of: members) }
    let names = header.map(\.name)
    for key in path.dropLast() {
      switch members.nodes[key.name]?.content {
      case nil:
        members = add(tableAt: key, to: members)
        members.dottedBelow = names
      case .table(let next) where !next.hasHeader && (next.dottedBelow ?? names) == names:
        next.dottedBelow = names
        members = next
      default: throw taken(key, "a table that this key may add to")
      }
    }
    guard let key = path.last else { return }
    guard members.nodes[key.name] == nil else { throw taken(key, "a key that is there once") }
    members.order.append(key)
    members.nodes[key.name] = Node(.value(node))
  }

  private func parent(of path: [TOMLKey]) throws(TOMLError) -> (Members, TOMLKey) {
    var members = root
    for key in path.dropLast() { members = try step(into: key, of: members) }
    return (members, path[path.count - 1])
  }

  /// Goes into a table, or into the last one of a list; makes one where there is none.
  private func step(into key: TOMLKey, of members: Members) throws(TOMLError) -> Members {
    switch members.nodes[key.name]?.content {
    case nil: return add(tableAt: key, to: members)
    case .table(let next): return next
    case .tables(let all, _): return all[all.count - 1]
    case .value: throw taken(key, "a table")
    }
  }

  private func add(tableAt key: TOMLKey, to members: Members) -> Members {
    let new = Members(key.position)
    members.order.append(key)
    members.nodes[key.name] = Node(.table(new))
    return new
  }

  private func taken(_ key: TOMLKey, _ expected: String) -> TOMLError {
    TOMLError(position: key.position, expected: expected, found: "\(key.name) again")
  }
}
