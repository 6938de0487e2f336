import Addresses
internal import CCurl
internal import Glibc

/// What libcurl calls in the middle of a transfer, on the thread of the transfers.
extension Transfer {
  func setCallbacks() {
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    handle.note(
      unsafe ccurl_set_callbacks(
        handle.pointer, context, Self.onBody, Self.onHead, Self.onSocket, Self.onRequest))
  }

  private static var onBody: curl_write_callback {
    { bytes, size, count, context in
      let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      let isTaken = unsafe running(context)?.take { transfer throws(NetworkError) in
        unsafe try transfer.receive(buffer)
      }
      return isTaken == true ? size * count : 0
    }
  }

  private static var onHead: curl_write_callback {
    { bytes, size, count, context in
      let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      let isTaken = unsafe running(context)?.take { transfer throws(NetworkError) in
        transfer.patience.noteHead(at: .now)
        unsafe try transfer.head.read(Array(buffer))
      }
      return isTaken == true ? size * count : 0
    }
  }

  private static var onSocket: curl_opensocket_callback {
    { context, _, address in
      guard let running = unsafe running(context), let address = unsafe address else {
        return curl_socket_t(-1)
      }
      return unsafe running.openSocket(to: address)
    }
  }

  /// Makes a socket for an address that may be connected to.
  private func openSocket(to address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    let peer = unsafe withUnsafePointer(to: &address.pointee.addr) { unsafe IPAddress($0) }
    guard let peer, mayReach(peer) else { return curl_socket_t(-1) }
    return unsafe socket(
      address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
      address.pointee.protocol)
  }

  /// Asks again once there is a connection, since it may be one that another request opened.
  private static var onRequest: curl_prereq_callback {
    { context, peer, _, _, _ in
      guard let transfer = unsafe running(context), let peer = unsafe peer,
        let address = IPAddress(unsafe String(cString: peer)), transfer.mayReach(address)
      else { return CURL_PREREQFUNC_ABORT }
      transfer.patience.noteRequest(at: .now)
      return CURL_PREREQFUNC_OK
    }
  }

  /// Takes something in; what it throws is why the transfer ends.
  private func take(_ body: (Transfer) throws(NetworkError) -> Void) -> Bool {
    do throws(NetworkError) {
      try body(self)
      return true
    } catch {
      failure = error
      return false
    }
  }
}

/// The transfer that a call is about.
private func running(_ context: UnsafeMutableRawPointer?) -> Transfer? {
  guard let context = unsafe context else { return nil }
  return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}
