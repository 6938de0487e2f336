import Base
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("SharedTasks", .integration, .timeLimit(.minutes(30)))
struct SharedTasksTests {
  enum Event: Hashable, Sendable {
    case progress(Int)
    case value(Int)
  }

  typealias Work = SharedTasks<String, Event>.Work

  private let tasks = SharedTasks<String, Event>(executor: WorkExecutor(label: "shared tasks"))
  private let count = Count()

  private final class Count: Sendable {
    private let value = Atomic(0)
    var current: Int { value.load(ordering: .relaxed) }
    func next() -> Int { value.add(1, ordering: .relaxed).newValue }
  }

  private func all(_ events: AsyncStream<Event>) async -> [Event] {
    await events.reduce(into: []) { $0.append($1) }
  }

  /// Counts, and finishes with the number when a gate is open.
  private func counting(behind gate: Promise<Bool>) -> Work {
    { [count] share in
      let number = count.next()
      _ = await gate.value()
      share.finish(.value(number))
    }
  }

  @Test func `work without suspension runs on the caller's thread before the call returns`() async {
    let caller = pthread_self()
    let events = tasks.events(of: "a") { share in
      share.finish(.value(pthread_equal(pthread_self(), caller) == 0 ? 0 : 1))
    }
    #expect(tasks.count == 0)
    #expect(await all(events) == [.value(1)])
  }

  @Test func `a task that has ended is started again`() async {
    for expected in 1...3 {
      let events = tasks.events(of: "a") { [count] share in share.finish(.value(count.next())) }
      #expect(await all(events) == [.value(expected)])
    }
  }

  @Test func `listeners of a waiting task share it and each gets exactly one outcome`() async {
    let gate = Promise<Bool>()
    let streams = (0..<3).map { _ in tasks.events(of: "a", counting(behind: gate)) }
    let other = tasks.events(of: "b") { share in share.finish(.value(-1)) }
    #expect(tasks.listenerCount == 3)
    gate.fulfil(true)
    for stream in streams { #expect(await all(stream) == [.value(1)]) }
    #expect(await all(other) == [.value(-1)])
    await tasks.areOver()
    #expect(tasks.listenerCount == 0)
  }

  @Test func `a later listener gets the last retained event and no other earlier one`() async {
    let gate = Promise<Bool>()
    let first = tasks.events(of: "a") { share in
      for number in 1...4 { share.tell(.progress(number), isKept: number < 3) }
      _ = await gate.value()
      share.finish(.value(5))
    }
    let second = tasks.events(of: "a") { _ in }
    gate.fulfil(true)
    #expect(await all(first) == (1...4).map { .progress($0) } + [.value(5)])
    #expect(await all(second) == [.progress(2), .value(5)])
  }

  @Test func `a listener that joins after the outcome gets another task after the end of this one`()
    async
  {
    let rest = Promise<Bool>()
    let first = tasks.events(of: "a") { [count] share in
      share.finish(.value(0))
      _ = await rest.value()
      _ = count.next()
    }
    #expect(await all(first) == [.value(0)])
    let others = (0..<2).map { _ in
      tasks.events(of: "a") { [count] share in share.finish(.value(count.next())) }
    }
    #expect(count.current == 0)
    rest.fulfil(true)
    for stream in others { #expect(await all(stream) == [.value(2)]) }
    await tasks.areOver()
  }

  @Test func `a task is cancelled when its last listener leaves, not before`() async {
    let (gate, wasCancelled) = (Promise<Bool>(), Promise<Bool>())
    let work: Work = { _ in
      await withTaskCancellationHandler {
        _ = await gate.value()
      } onCancel: {
        wasCancelled.fulfil(true)
        gate.fulfil(true)
      }
    }
    let tickets = (0..<2).map { _ in tasks.join("a", { _, _ in }, work) }
    tasks.leave(tickets[0])
    tasks.leave(tickets[0])
    #expect(tasks.count == 1)
    tasks.leave(tickets[1])
    #expect(await wasCancelled.value())
    #expect(tasks.count == 0)
  }

  @Test func `a released stream, or one whose task is cancelled, stops listening`() async {
    let gates = [Promise<Bool>(), Promise<Bool>()]
    _ = tasks.events(of: "a", counting(behind: gates[0]))
    #expect(tasks.listenerCount == 0)
    let events = tasks.events(of: "a", counting(behind: gates[1]))
    let listener = Task { await all(events) }
    listener.cancel()
    #expect(await listener.value == [])
    #expect(tasks.count == 0)
    for gate in gates { gate.fulfil(true) }
  }

  @Test func `a listener that joins after cancellation gets only another task's events`() async {
    let gates = [Promise<Bool>(), Promise<Bool>()]
    let first = tasks.join("a", { _, _ in }, counting(behind: gates[0]))
    tasks.leave(first)
    let second = tasks.events(of: "a", counting(behind: gates[1]))
    gates[0].fulfil(true)
    gates[1].fulfil(true)
    #expect(await all(second) == [.value(2)])
  }

  @Test func `a task whose only listener is already cancelled is cancelled`() async {
    let wasCancelled = Promise<Bool>()
    let task = Task { [tasks] in
      withUnsafeCurrentTask { unsafe $0?.cancel() }
      let events = tasks.events(of: "a") { _ in
        let end = Promise<Bool>()
        let isCancelled = await withTaskCancellationHandler {
          await end.value()
        } onCancel: {
          end.fulfil(true)
        }
        wasCancelled.fulfil(isCancelled)
      }
      return await all(events)
    }
    #expect(await task.value == [])
    #expect(await wasCancelled.value())
    #expect(tasks.count == 0)
  }

  @Test func `a task begun without listeners runs once, and areOver() waits for it`() async {
    let gate = Promise<Bool>()
    for _ in 0..<2 { tasks.begin("a", counting(behind: gate)) }
    let listener = tasks.join("a", { _, _ in }, { _ in })
    tasks.leave(listener)
    #expect(tasks.count == 1)
    gate.fulfil(true)
    await tasks.areOver()
    #expect(count.current == 1)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `under random joins, leaves and ends each remaining listener gets one outcome`(seed: UInt64)
    async
  {
    var random = SplitMix64(seed: seed)
    var stayers: [AsyncStream<Event>] = []
    var tickets: [SharedTasks<String, Event>.Ticket] = []
    var gates: [Promise<Bool>] = []
    for _ in 0..<500 {
      let (key, gate) = ("\(Int.random(in: 0..<5, using: &random))", Promise<Bool>())
      gates.append(gate)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: stayers.append(tasks.events(of: key, counting(behind: gate)))
      case 1: tickets.append(tasks.join(key, { _, _ in }, counting(behind: gate)))
      case 2: tickets.randomElement(using: &random).map(tasks.leave)
      default: gates.randomElement(using: &random)?.fulfil(true)
      }
      if Bool.random(using: &random) { await Task.yield() }
    }
    for ticket in tickets { tasks.leave(ticket) }
    for gate in gates { gate.fulfil(true) }
    for stayer in stayers { #expect(await all(stayer).count == 1) }
    await tasks.areOver()
    #expect(tasks.listenerCount == 0)
  }
}
