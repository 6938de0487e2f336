/// What a layer announces to screen reader and Braille users.
package struct Telling: Hashable {
  /// A summary such as number and order of photos; announced first and when it changes.
  package var whole: String?
  /// The group heading of the selected photo; announced when it changes.
  package var heading: String?
  /// The selected item; announced with its facts when the identity changes.
  package var subject = ""
  /// Distinguishes the selected item from all others.
  package var identity = ""
  /// Facts about the subject; later additions are announced alone.
  package var facts: [String] = []
  /// Its state, such as marked, with a text for its end.
  package var state = State(words: nil, absence: "")
  /// Lines belonging to the subject; announced when they change.
  package var details: [String] = []

  package struct State: Hashable {
    /// Announced while on; nil while off.
    package var words: String?
    package var absence: String
  }
}

package struct LinePrompt: Hashable {
  package let label: String
  package let text: String
}
