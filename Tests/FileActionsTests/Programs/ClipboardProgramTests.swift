import FileActions
import Testing

struct ClipboardProgramTests {
  @Test(arguments: [
    (["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], ClipboardProgram.wlCopy),
    (["DISPLAY": ":0"], .xclip), (["WAYLAND_DISPLAY": "", "DISPLAY": ""], nil), ([:], nil),
  ])
  func `the clipboard program depends on the desktop`(
    environment: [String: String], program: ClipboardProgram?
  ) {
    #expect(ClipboardProgram { environment[$0] } == program)
  }
}
