import Commands

@testable import Browser

/// Programs that are not run, and end when a test says so.
@MainActor
final class ScriptedPrograms: ProgramRunning {
  private(set) var orders: [(order: ProgramOrder, then: (ProgramEnd) -> Void)] = []

  func run(_ order: ProgramOrder, then: @escaping (ProgramEnd) -> Void) {
    orders.append((order, then))
  }

  /// Ends the last one.
  func end(_ end: ProgramEnd) {
    orders.last?.then(end)
  }
}
