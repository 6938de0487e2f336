import Concurrency

/// One question at a time, of which only the answer to the last one counts.
///
/// Whoever asks something else cancels what was asked before. An answer that was on its way all the same
/// is dropped by the number of its question, as a cell drops what is not of its photo.
@MainActor
final class Inquiry<Question: Hashable & Sendable, Answer: Sendable> {
  /// What was asked last; nil where nothing is wanted any more.
  private(set) var question: Question?
  /// Goes up with every question.
  private var number = 0
  private var task: Task<Void, Never>?

  private let find: @Sendable (Question) async -> Answer
  private let deliver: @MainActor (Question, Answer) -> Void

  /// Makes one that has asked nothing.
  /// - Parameters:
  ///   - find: Finds an answer, elsewhere than on the main actor.
  ///   - deliver: Is told each answer that counts.
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

  /// Asks; what was asked before is dropped.
  func ask(_ question: Question) {
    cancel()
    self.question = question
    let number = number
    task = Task.immediate(executorPreference: WorkExecutor.forTasks) { [weak self, find] in
      let answer = await find(question)
      self?.receive(answer, to: question, number)
    }
  }

  /// Wants no answer any more.
  func cancel() {
    number += 1
    task?.cancel()
    task = nil
    question = nil
  }

  private func receive(_ answer: Answer, to question: Question, _ number: Int) {
    guard number == self.number else { return }
    deliver(question, answer)
  }
}
