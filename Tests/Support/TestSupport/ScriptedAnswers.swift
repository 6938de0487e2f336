import Base
import Synchronization

/// Requests that a test answers in any order, by number.
///
/// Cancelled requests keep waiting, as an answer may already be on its way.
package final class ScriptedAnswers<Question: Sendable, Answer: Sendable>: Sendable {
  private struct State {
    var questions: [Question] = []
    var answers: [Promise<Answer>] = []
    var cancelled: Set<Int> = []
    var waiting: [(count: Int, promise: Promise<Void>)] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// In request order: the index is the number.
  package var questions: [Question] { state.withLock(\.questions) }

  package var cancelled: Set<Int> { state.withLock(\.cancelled) }

  /// Suspends until the test answers.
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

  package func wasAsked(_ count: Int) async {
    let promise = Promise<Void>()
    state.withLock { state in
      if state.questions.count >= count { promise.fulfil(()) }
      state.waiting.append((count, promise))
    }
    await promise.value()
  }

  package func give(_ answer: Answer, to number: Int) {
    state.withLock { $0.answers[number] }.fulfil(answer)
  }
}
