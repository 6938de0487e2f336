import Base

/// A new request cancels the former one. A response that still arrives is dropped by its number.
@MainActor
final class Inquiry<Question: Hashable & Sendable, Answer: Sendable> {
  private(set) var question: Question?
  private var number = 0
  private var task: Task<Void, Never>?

  private let find: @Sendable (Question) async -> Answer
  private let deliver: @MainActor (Question, Answer) -> Void

  /// `find` runs off the main actor; `deliver` receives the responses that are not stale.
  init(
    find: @escaping @Sendable (Question) async -> Answer,
    deliver: @escaping @MainActor (Question, Answer) -> Void
  ) {
    self.find = find
    self.deliver = deliver
  }

  deinit {
    task?.cancel()
  }

  func ask(_ question: Question) {
    cancel()
    self.question = question
    let number = number
    task = Task.immediate(executorPreference: WorkExecutor.forTasks) { [weak self, find] in
      let answer = await find(question)
      guard let self, number == self.number else { return }
      deliver(question, answer)
    }
  }

  func cancel() {
    number += 1
    task?.cancel()
    task = nil
    question = nil
  }
}
