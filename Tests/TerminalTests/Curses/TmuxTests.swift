import Base
import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite("tmux")
struct TmuxTests {
  @Test func `the first input, and an input after a second without any, end a pause`() {
    let clock = ManualClock()
    var pauses = InputPauses(clock: clock)
    #expect([pauses.endsWithInput(), pauses.endsWithInput()] == [true, false])
    clock.advance(by: .milliseconds(999))
    #expect([pauses.endsWithInput()] == [false])
    clock.advance(by: .milliseconds(999))
    #expect([pauses.endsWithInput()] == [false])
    clock.advance(by: .seconds(1))
    #expect([pauses.endsWithInput(), pauses.endsWithInput()] == [true, false])
  }

  @Test(
    arguments: [
      ("/tmp/tmux-0/default,1234,0", "%3", "/tmp/tmux-0/default"),
      ("/tmp/a,b,1,0", "%0", "/tmp/a,b"),
      ("/tmp/a", "%0", nil), ("/tmp/a,1,0", "3", nil), ("/tmp/a,1,0", nil, nil), (nil, "%0", nil),
    ] as [(String?, String?, String?)])
  func `socket and pane are read from the environment`(
    tmux: String?, pane: String?, socket: String?
  ) {
    let found = Tmux { $0 == "TMUX" ? tmux : $0 == "TMUX_PANE" ? pane : nil }
    #expect(found?.socket == socket && found?.pane == (socket == nil ? nil : pane))
  }

  @Test func `clients are attached if the socket is executable`() throws {
    let folder = TemporaryFolder()
    let path = folder.write([], as: "socket")
    let tmux = try #require(Tmux { $0 == "TMUX" ? "\(path),1,0" : "%0" })
    #expect(tmux.isAttached == false)
    #expect(chmod(path, 0o700) == 0 && tmux.isAttached == true)
    #expect(unlink(path) == 0 && tmux.isAttached == nil)
    #expect(!tmux.reachesPane())
  }

  @MainActor
  @Test func `a wake-up without an event does not end the watch`() throws {
    let folder = TemporaryFolder()
    let path = folder.write([], as: "socket")
    let attachments = try #require(
      TmuxAttachments(environment: { $0 == "TMUX" ? "\(path),1,0" : "%0" }) { _, _ in })
    attachments.readEvents()
    #expect(!attachments.watches.isEmpty)
    unlink(path)
    attachments.readEvents()
    #expect(attachments.watches.isEmpty)
  }
}

@Suite("A server of tmux", .integration)
struct TmuxServerTests {
  @Test(arguments: [("off", true), ("on", false)])
  func `it says whether it drops what is meant for its terminal`(option: String, drops: Bool) throws
  {
    let folder = TemporaryFolder()
    let socket = folder.name("tmux")
    func run(_ words: String...) -> Bool {
      QuietProgram.start(["tmux", "-S", socket, "-f", "/dev/null"] + words)
        .map { QuietProgram.hasSucceeded($0) } ?? false
    }
    try #require(run("new-session", "-d", "-x", "20", "-y", "5", "sleep 600"))
    defer { _ = run("kill-server") }
    try #require(run("set-option", "-p", "allow-passthrough", option))
    let tmux = try #require(Tmux { $0 == "TMUX" ? "\(socket),1,0" : "%0" })
    #expect(tmux.dropsPassthrough() == drops)
  }
}
