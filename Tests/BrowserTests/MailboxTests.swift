import Browser
import Testing

@MainActor
@Suite("Mailbox", .timeLimit(.minutes(30)))
struct MailboxTests {
  @Test func `drain() returns all posted messages in order`() async {
    let mailbox = Mailbox<Int>()
    for number in 1...3 { mailbox.post(number) }
    #expect(await mailbox.drain() == [1, 2, 3])
  }

  @Test func `messages put back precede those posted later`() async {
    let mailbox = Mailbox<Int>()
    for number in 1...3 { mailbox.post(number) }
    let taken = await mailbox.drain()
    mailbox.post(4)
    mailbox.putBack(taken.dropFirst())
    #expect(await mailbox.drain() == [2, 3, 4])
  }

  @Test func `drain() waits for the first message`() async {
    let mailbox = Mailbox<Int>()
    // It runs until it waits.
    let reader = Task.immediate { await mailbox.drain() }
    mailbox.post(7)
    #expect(await reader.value == [7])
  }

  @Test func `no message is lost or doubled when many tasks post at once`() async {
    let mailbox = Mailbox<Int>()
    async let posting: Void = withTaskGroup(of: Void.self) { group in
      for sender in 0..<4 {
        group.addTask {
          for number in 0..<500 { mailbox.post(sender * 500 + number) }
        }
      }
    }
    var received: [Int] = []
    while received.count < 2000 { received += await mailbox.drain() }
    await posting
    #expect(received.sorted() == Array(0..<2000))
  }
}
