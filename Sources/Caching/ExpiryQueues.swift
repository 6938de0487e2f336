/// The deadlines of the entries, the earliest first.
///
/// Entries of the same lifetime wait in one queue. It is always in the order of deadlines, as time
/// only goes on and a hit puts an entry at the end; a heap knows which queue is due first. So a hit
/// costs a few stores however many entries there are, and a sweep looks at nothing that lives on.
/// A timer wheel (Varghese and Lauck, SOSP 1987) would be as cheap for a hit, but when the time comes
/// to spread a wide bucket out, a sweep meets all that is in it. Where every entry has a lifetime of
/// its own, this is a heap of entries.
struct ExpiryQueues: Sendable {
  private struct Note: Sendable {
    var deadline = Moment.never
    var queue = SlotQueue.none
  }

  private struct Queue: Sendable {
    var lifetime: Lifetime
    var slots = SlotQueue()
  }

  private var notes: [Note] = []
  private var links = SlotLinks()
  private var queues: [Queue] = []
  private var numbers: [Lifetime: Int] = [:]
  private var free: [Int] = []
  private var heap = ExpiryHeap()
  /// The queue that was looked for last: mostly the next is the same.
  private var recent: Int?

  init() {}

  /// The slot whose deadline is the earliest; nil where none ever expires.
  var first: Int? { heap.first.map { Int(queues[Int($0.slot)].slots.oldest) } }

  /// The first moment at which a slot's entry must not be handed out any more.
  func deadline(of slot: Int) -> Moment { notes[slot].deadline }

  /// Begins a lifetime, in the place of the one that a slot had; the present moment never goes back
  /// from one call to the next.
  mutating func begin(_ lifetime: Lifetime, for slot: Int, at now: Moment) {
    while notes.count <= slot { notes.append(Note()) }
    let deadline = lifetime.deadline(from: now)
    remove(slot)
    guard deadline != .never else { return }
    let number = number(of: lifetime)
    notes[slot] = Note(deadline: deadline, queue: Int32(number))
    links.append(slot, to: &queues[number].slots)
    if queues[number].slots.count == 1 { heap.set(deadline, for: number) }
  }

  /// Moves a deadline as a hit does.
  mutating func extend(_ slot: Int, by rule: LifetimeExtension, at now: Moment) {
    switch rule {
    case .none: break
    case .own: renew(slot, at: now)
    case .given(let lifetime): begin(lifetime, for: slot, at: now)
    }
  }

  /// Forgets the deadline of a slot.
  mutating func remove(_ slot: Int) {
    let number = Int(notes[slot].queue)
    guard number >= 0 else { return }
    let wasFirst = queues[number].slots.oldest == Int32(slot)
    links.remove(slot, from: &queues[number].slots)
    notes[slot] = Note()
    if queues[number].slots.count == 0 {
      close(number)
    } else if wasFirst {
      noteFirst(of: number)
    }
  }

  private mutating func renew(_ slot: Int, at now: Moment) {
    let number = Int(notes[slot].queue)
    guard number >= 0 else { return }
    let deadline = queues[number].lifetime.deadline(from: now)
    guard deadline != notes[slot].deadline else { return }
    notes[slot].deadline = deadline
    let wasFirst = queues[number].slots.oldest == Int32(slot)
    links.remove(slot, from: &queues[number].slots)
    links.append(slot, to: &queues[number].slots)
    if wasFirst { noteFirst(of: number) }
  }

  private mutating func noteFirst(of number: Int) {
    heap.set(notes[Int(queues[number].slots.oldest)].deadline, for: number)
  }

  private mutating func number(of lifetime: Lifetime) -> Int {
    if let recent, queues[recent].lifetime == lifetime { return recent }
    let number = numbers[lifetime] ?? open(lifetime)
    recent = number
    return number
  }

  private mutating func open(_ lifetime: Lifetime) -> Int {
    let number = free.popLast() ?? queues.count
    if number == queues.count { queues.append(Queue(lifetime: lifetime)) }
    queues[number].lifetime = lifetime
    numbers[lifetime] = number
    return number
  }

  private mutating func close(_ number: Int) {
    if recent == number { recent = nil }
    heap.remove(number)
    numbers[queues[number].lifetime] = nil
    free.append(number)
  }
}

extension ExpiryQueues {
  /// The number of deadlines.
  var count: Int { queues.reduce(0) { $0 + $1.slots.count } }

  /// Tells whether all orders hold; for tests, as it walks over everything.
  var isValid: Bool {
    queues.indices.allSatisfy { isValid($0) } && heap.isValid && heap.count == numbers.count
      && notes.count { $0.queue >= 0 } == count
  }

  private func isValid(_ number: Int) -> Bool {
    let queue = queues[number]
    guard queue.slots.count > 0 else { return free.contains(number) }
    guard let slots = links.slots(of: queue.slots) else { return false }
    let deadlines = slots.map { notes[$0].deadline }
    return numbers[queue.lifetime] == number && heap.deadline(of: number) == deadlines.last
      && slots.allSatisfy { notes[$0].queue == Int32(number) }
      && zip(deadlines, deadlines.dropFirst()).allSatisfy { $0 >= $1 }
  }
}
