import Browser
import Testing

@MainActor
@Suite("Mailbox", .timeLimit(.minutes(10)))
struct MailboxTests {
  @Test func `everything that waits is taken at once, in order`() async {
    let mailbox = Mailbox<Int>()
    for number in 1...3 { mailbox.post(number) }
    #expect(await mailbox.drain() == [1, 2, 3])
  }

  @Test func `what is put back comes before what came later`() async {
    let mailbox = Mailbox<Int>()
    for number in 1...3 { mailbox.post(number) }
    let taken = await mailbox.drain()
    mailbox.post(4)
    mailbox.putBack(taken.dropFirst())
    #expect(await mailbox.drain() == [2, 3, 4])
  }

  @Test func `a reader sleeps until something comes`() async {
    let mailbox = Mailbox<Int>()
    // It runs up to where it sleeps.
    let reader = Task.immediate { await mailbox.drain() }
    mailbox.post(7)
    #expect(await reader.value == [7])
  }

  @Test func `nothing is lost or doubled when many post at once`() async {
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
