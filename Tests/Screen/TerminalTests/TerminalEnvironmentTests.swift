import Imaging
import Testing

@testable import Terminal

@Suite("TerminalEnvironment")
struct TerminalEnvironmentTests {
  @Test(arguments: [
    (nil, RGB(0, 0, 0)), ("15;0", RGB(0, 0, 0)), ("0;15", RGB(255, 255, 255)),
    ("12;default;7", RGB(229, 229, 229)), ("0;default", RGB(0, 0, 0)), ("", RGB(0, 0, 0)),
    ("0;16", RGB(0, 0, 0)), ("0;-1", RGB(0, 0, 0)), ("0;300", RGB(0, 0, 0)),
  ])
  func `COLORFGBG tells the background`(value: String?, color: RGB) {
    #expect(TerminalEnvironment(value.map { ["COLORFGBG": $0] } ?? [:]).background == color)
  }
}
