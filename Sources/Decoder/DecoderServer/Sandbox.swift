import CSandbox
import DecoderMessages
import Glibc

/// The sandbox of a decoder process and of its children.
struct Sandbox {
  /// The parts that hold, proved by trying them in a child.
  let parts: Set<SandboxPart>
  private let mayLack: Bool

  /// Puts this process under what its children inherit, and prepares the rest; nil where no child could
  /// be made to try the parts in, and so nothing is known of them.
  /// - Parameters:
  ///   - systemCalls: What is allowed beyond the common system calls.
  ///   - hasThreads: Whether children may make threads.
  ///   - mayLack: Whether pictures are decoded without parts that are unavailable.
  init?(systemCalls: [String], hasThreads: Bool, mayLack: Bool) {
    var names = unsafe systemCalls.map { unsafe UnsafePointer(strdup($0)) } + [nil]
    defer { unsafe names.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    var limits = csb_limits(.base, atMost: .most)
    let prepared = unsafe csb_prepare(&limits, &names, hasThreads ? 1 : 0)
    var held: UInt32 = 0
    guard unsafe csb_prove(prepared, &held) == 0 else { return nil }
    parts = Set(bits: UInt8(held)) ?? []
    self.mayLack = mayLack
  }

  /// A part without which nothing is decoded; nil where all hold, or need not.
  var lackedPart: SandboxPart? {
    mayLack ? nil : SandboxPart.allCases.first { !parts.contains($0) }
  }

  /// Puts a child under the rest; for good.
  /// - Parameter socket: Where the listener of the filter is sent; -1 where it has none.
  /// - Returns: False where a part that held does not hold any more.
  func enter(socket: Int32) -> Bool {
    csb_enter(UInt32(parts.bits), socket) == UInt32(parts.bits)
  }
}

extension csb_limits {
  /// Limits that can be raised.
  fileprivate init(_ base: DecodingAllowance, atMost most: DecodingAllowance) {
    self.init(
      seconds: UInt64(base.processorSeconds), most_seconds: UInt64(most.processorSeconds),
      bytes: UInt64(base.memory), most_bytes: UInt64(most.memory))
  }
}
