import Imaging
import TestSupport
import Testing

@testable import Terminal

@Suite("Clicks and double clicks")
struct ClickDetectorTests {
  private let clock = ManualClock()
  private let here = CellPoint(column: 3, row: 4)
  private let there = CellPoint(column: 4, row: 4)

  private func click(_ detector: inout ClickDetector<ManualClock>, at point: CellPoint)
    -> MouseAction?
  {
    let pressed = detector.action(of: MouseReport(.leftPressed, at: point))
    #expect(pressed == nil)
    return detector.action(of: MouseReport(.leftReleased, at: point))
  }

  @Test func `a press and its release make a click`() {
    var detector = ClickDetector(clock: clock)
    #expect(click(&detector, at: here) == .click)
  }

  @Test func `a second click within 400 ms is a double click, and a third starts over`() {
    var detector = ClickDetector(clock: clock)
    _ = click(&detector, at: here)
    clock.advance(by: .milliseconds(400))
    #expect(click(&detector, at: here) == .doubleClick)
    #expect(click(&detector, at: here) == .click)
    #expect(click(&detector, at: here) == .doubleClick)
  }

  @Test func `a second click after more than 400 ms is a click`() {
    var detector = ClickDetector(clock: clock)
    _ = click(&detector, at: here)
    clock.advance(by: .milliseconds(401))
    #expect(click(&detector, at: here) == .click)
    clock.advance(by: .milliseconds(100))
    #expect(click(&detector, at: here) == .doubleClick)
  }

  @Test func `a second click elsewhere is a click`() {
    var detector = ClickDetector(clock: clock)
    _ = click(&detector, at: here)
    #expect(click(&detector, at: there) == .click)
  }

  @Test func `a drag is not a click`() {
    var detector = ClickDetector(clock: clock)
    _ = detector.action(of: MouseReport(.leftPressed, at: here))
    #expect(detector.action(of: MouseReport(.leftReleased, at: there)) == nil)
    #expect(detector.action(of: MouseReport(.leftReleased, at: here)) == nil)
  }

  @Test func `a drag reports each step and does not become a click on its return`() {
    var detector = ClickDetector(clock: clock)
    _ = detector.action(of: MouseReport(.leftPressed, at: here))
    #expect(detector.action(of: MouseReport(.leftMoved, at: here)) == nil)
    #expect(detector.action(of: MouseReport(.leftMoved, at: there)) == .drag(columns: 1, rows: 0))
    let up = CellPoint(column: 4, row: 1)
    #expect(detector.action(of: MouseReport(.leftMoved, at: up)) == .drag(columns: 0, rows: -3))
    #expect(detector.action(of: MouseReport(.leftMoved, at: here)) == .drag(columns: -1, rows: 3))
    #expect(detector.action(of: MouseReport(.leftReleased, at: here)) == nil)
    #expect(detector.action(of: MouseReport(.leftMoved, at: there)) == nil)
    #expect(click(&detector, at: here) == .click)
  }

  @Test func `nothing is reported of a drag that leaves the window`() {
    var detector = ClickDetector(clock: clock)
    #expect(detector.action(of: MouseReport(.leftPressed, at: here)) == nil)
    #expect(detector.action(of: MouseReport(.leftMoved, at: there)) == .drag(columns: 1, rows: 0))
    detector.endDrag()
    #expect(detector.action(of: MouseReport(.leftMoved, at: here)) == nil)
    #expect(detector.action(of: MouseReport(.leftReleased, at: here)) == nil)
    #expect(click(&detector, at: here) == .click)
  }

  @Test func `each turn of the wheel is reported`() {
    var detector = ClickDetector(clock: clock)
    #expect(detector.action(of: MouseReport(.wheelUp, at: here)) == .wheelUp)
    #expect(detector.action(of: MouseReport(.wheelDown, at: here)) == .wheelDown)
    #expect(detector.action(of: MouseReport(.wheelLeft, at: here)) == .wheelLeft)
    #expect(detector.action(of: MouseReport(.wheelRight, at: here)) == .wheelRight)
    #expect(detector.action(of: MouseReport(.other, at: here)) == nil)
  }

  @Test func `the right button marks on press, and then each new cell that it is moved to`() {
    var detector = ClickDetector(clock: clock)
    let reports: [(MouseReport.Kind, CellPoint, MouseAction?)] = [
      (.rightPressed, here, .mark), (.rightMoved, here, nil), (.rightMoved, there, .markDrag),
      (.rightMoved, there, nil), (.rightMoved, here, .markDrag), (.other, here, nil),
      (.rightPressed, here, .mark),
    ]
    for (kind, point, action) in reports {
      #expect(detector.action(of: MouseReport(kind, at: point)) == action)
    }
  }
}
