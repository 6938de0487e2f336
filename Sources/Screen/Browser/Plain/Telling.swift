/// What a layer says where nothing is drawn, for somebody who hears or feels one line after another.
package struct Telling: Hashable {
  /// What is said of all: how many photos, in which order; said first, and when it changes.
  package var whole: String?
  /// What stands above the selected photo and those beside it; said when it changes.
  package var heading: String?
  /// What is selected; said with its facts when that is something else.
  package var subject = ""
  /// What tells it from anything else that can be selected.
  package var identity = ""
  /// What is known of that; what comes later is said by itself.
  package var facts: [String] = []
  /// What has been done to it, and what to say where that has been taken back.
  package var state = State(words: nil, absence: "")
  /// Lines that belong to it; said when they change.
  package var details: [String] = []

  /// Something that is so, or is not.
  package struct State: Hashable {
    /// What is said where it is so; nil where it is not.
    package var words: String?
    /// What is said once it is not so any more.
    package var absence: String

    /// Takes what is said.
    package init(words: String?, absence: String) {
      self.words = words
      self.absence = absence
    }
  }

  /// Says nothing.
  package init() {}
}

/// A line that is to be typed.
package struct LinePrompt: Hashable {
  /// What stands before it.
  package let label: String
  /// What stands in it.
  package let text: String

  /// Asks for a line.
  package init(label: String, text: String) {
    self.label = label
    self.text = text
  }
}
