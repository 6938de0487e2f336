import CSandbox
import DecoderProtocol
import Glibc

/// The sandbox of a decoder process and its children.
struct Sandbox {
  /// The parts that work, verified by trying them in a child.
  let parts: Set<SandboxPart>
  private let mayLack: Bool

  /// Sandboxes this process and prepares the rest; nil if no child could be forked for the test.
  ///
  /// `mayLack` allows decoding without unavailable parts.
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

  var lackedPart: SandboxPart? {
    mayLack ? nil : SandboxPart.allCases.first { !parts.contains($0) }
  }

  /// Sandboxes a child irrevocably; returns false if a part no longer works.
  ///
  /// `socket` receives the seccomp listener; -1 for none.
  func enter(socket: Int32) -> Bool { csb_enter(UInt32(parts.bits), socket) == UInt32(parts.bits) }
}

extension csb_limits {
  fileprivate init(_ base: DecodingAllowance, atMost most: DecodingAllowance) {
    self.init(
      seconds: UInt64(base.processorSeconds), most_seconds: UInt64(most.processorSeconds),
      bytes: UInt64(base.memory), most_bytes: UInt64(most.memory))
  }
}
