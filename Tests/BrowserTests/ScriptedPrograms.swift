import Base
import Browser
import FileActions
import Terminal

/// Programs that are not run, and end when a test ends them.
@MainActor
final class ScriptedPrograms: ProgramRunning {
  private(set) var orders: [(order: ProgramOrder, then: (ProgramEnd) -> Void)] = []

  func run(_ order: ProgramOrder, then: @escaping (ProgramEnd) -> Void) {
    orders.append((order, then))
  }

  /// What the terminal does with a copied image.
  var copying = PictureCopying.impossible
  private(set) var copied: [String] = []

  func copyPicture(at path: ByteString, type: String, byteCount: Int?) -> PictureCopying {
    if copying == .sent { copied.append("\(path) \(type) \(byteCount ?? -1)") }
    return copying
  }

  /// The name and the paths of each.
  private(set) var drags: [String] = []

  func dragOut(_ paths: [ByteString], named name: DisplayText) {
    drags.append(([name.description] + paths.map(\.lossyText)).joined(separator: " "))
  }

  /// Ends the last one.
  func end(_ end: ProgramEnd) {
    orders.last?.then(end)
  }
}
