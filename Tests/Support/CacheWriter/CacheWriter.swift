import Base
import Glibc
import HTTP

/// Loads addresses into a cache until it is killed or has loaded so many; for tests that need
/// another process at the cache.
///
/// Arguments: the folder of the cache, the address of the server, how many loads, and the number of
/// addresses. Prints one byte for each load that has ended.
@main
struct CacheWriter {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 5, let count = Int(arguments[3]), let width = Int(arguments[4]) else {
      exit(64)
    }
    let client = HTTPClient(
      configuration: HTTPConfiguration(
        // Longer than any test takes on a busy machine.
        timeouts: HTTPTimeouts(
          connecting: .seconds(86_400), answering: .seconds(86_400), stalling: .seconds(86_400),
          whole: .seconds(86_400)),
        proxies: ProxyVariables { _ in nil },
        trust: TLSOptions { name in getenv(name).map { String(cString: $0) } }),
      cache: ResponseCache(folder: arguments[1], budget: 20_000_000))
    await withTaskGroup { group in
      for lane in 0..<4 {
        group.addTask {
          for number in stride(from: lane, to: count, by: 4) {
            await load("\(arguments[2])/\(number % width)", with: client)
          }
        }
      }
    }
  }

  private static func load(_ text: String, with client: HTTPClient) async {
    do throws(NetworkError) {
      let address = try WebAddress(text)
      _ = try await client.load(HTTPRequest(address, caching: .reload))
      write(STDOUT_FILENO, ".", 1)
    } catch {
      write(STDERR_FILENO, "\(error)\n", "\(error)\n".utf8.count)
    }
  }
}
