import Concurrency
import Synchronization

/// Questions that a test answers, in any order, by their number.
///
/// Who has asked and was cancelled waits on: an answer may be on its way all the same.
package final class ScriptedAnswers<Question: Sendable, Answer: Sendable>: Sendable {
  private struct State {
    var questions: [Question] = []
    var answers: [Promise<Answer>] = []
    var cancelled: Set<Int> = []
    var waiting: [(count: Int, promise: Promise<Void>)] = []
  }

  private let state = Mutex(State())

  /// Makes one that nobody has asked yet.
  package init() {}

  /// Every question in the order it was asked: by number.
  package var questions: [Question] { state.withLock(\.questions) }

  /// The questions whose askers have been cancelled.
  package var cancelled: Set<Int> { state.withLock(\.cancelled) }

  /// Asks, and waits for the test to answer.
  package func answer(to question: Question) async -> Answer {
    let answer = Promise<Answer>()
    let number = state.withLock { state in
      state.questions.append(question)
      state.answers.append(answer)
      for waiting in state.waiting where waiting.count <= state.questions.count {
        waiting.promise.fulfil(())
      }
      return state.questions.count - 1
    }
    return await withTaskCancellationHandler {
      await answer.value()
    } onCancel: {
      state.withLock { _ = $0.cancelled.insert(number) }
    }
  }

  /// Waits until so many questions have been asked.
  package func wasAsked(_ count: Int) async {
    let promise = Promise<Void>()
    state.withLock { state in
      if state.questions.count >= count { promise.fulfil(()) }
      state.waiting.append((count, promise))
    }
    await promise.value()
  }

  /// Answers a question.
  package func give(_ answer: Answer, to number: Int) {
    state.withLock { $0.answers[number] }.fulfil(answer)
  }
}
