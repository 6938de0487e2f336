import Base
package import ImagePipeline

@MainActor
package final class Prefetcher {
  private let loader: any ImageLoading
  private let memory: TileMemory
  private var tasks: [ImageRequest: Task<Void, Never>] = [:]

  package init(loader: any ImageLoading, memory: TileMemory) {
    self.loader = loader
    self.memory = memory
  }

  deinit {
    for task in tasks.values { task.cancel() }
  }

  /// Loads these, and cancels all others; does nothing if the memory cache is disabled.
  package func want(_ requests: [ImageRequest]) {
    let wanted = memory.keepsTiles ? Set(requests) : []
    for (request, task) in tasks where !wanted.contains(request) {
      task.cancel()
      tasks[request] = nil
    }
    for request in requests
    where wanted.contains(request) && tasks[request] == nil && !memory.holds(request)
      && PhotoCard(of: request.photo) == nil
    {
      tasks[request] = Task.immediate { [weak self, loader] in
        let responses = await loader.responses(for: request)
        await withTaskExecutorPreference(WorkExecutor.forTasks) {
          for await _ in responses {}
        }
        guard !Task.isCancelled else { return }
        self?.tasks[request] = nil
      }
    }
  }
}
