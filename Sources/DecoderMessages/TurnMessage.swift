/// What a child waits for before it decodes: that it is its picture's turn.
package enum TurnMessage {
  /// The message as it is sent, on the channel of the answer.
  package static let bytes = MessageWriter(.turn).bytes
}
