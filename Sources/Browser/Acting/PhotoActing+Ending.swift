import FileActions
import Terminal

extension PhotoActing {
  /// How long shutdown waits for a cancelled action, which may be blocked forever.
  private static let longestStop = Duration.seconds(5)

  /// Cancels the running action unless it must be completed, then completes the pending ratings.
  ///
  /// Ctrl-C ends that early. `clock` measures `longestStop`.
  func finish(on clock: any Clock<Duration>) async {
    let isStopped = waiting.first?.isWrittenAtEnd == false
    if isStopped {
      control.cancel()
      bringing?.cancel()
    }
    orders = orders.prefix(1) + orders.dropFirst().filter(\.action.isWrittenAtEnd)
    await withTaskGroup(of: Void.self) { group in
      if isStopped {
        group.addTask { [mailbox] in
          guard (try? await clock.sleep(for: Self.longestStop)) != nil else { return }
          mailbox.post(.stopOverdue)
        }
      }
      await takeRest(stopping: isStopped)
      group.cancelAll()
    }
  }

  private func takeRest(stopping isStopped: Bool) async {
    var (isStopped, abandoned) = (isStopped, PhotoAction?.none)
    while isUnderWay {
      for event in await mailbox.drain() {
        switch event {
        case .acted(let answer) where answer.action == abandoned: abandoned = nil
        case .acted(let answer):
          isStopped = false
          _ = take(answer)
        case .stopOverdue where isStopped:
          (isStopped, abandoned) = (false, orders.removeFirst().action)
          beginNext()
        case .terminal(.key(.control("c"))): return
        default: break
        }
      }
    }
  }
}
