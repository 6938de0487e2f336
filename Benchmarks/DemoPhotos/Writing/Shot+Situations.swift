extension Shot {
  /// A wide view by daylight.
  static func day(_ date: String) -> Shot {
    Shot(.fieldmate, date, (1, 250), f: 80, iso: 100, mm: 35)
  }

  /// A wide view by the last light.
  static func dusk(_ date: String) -> Shot {
    Shot(.fieldmate, date, (1, 60), f: 56, iso: 400, mm: 24)
  }

  /// A far view.
  static func tele(_ date: String) -> Shot {
    Shot(.meridian, date, (1, 500), f: 56, iso: 200, mm: 135)
  }

  /// A night sky from a tripod.
  static func night(_ date: String) -> Shot {
    Shot(.northlight, date, (15, 1), f: 18, iso: 3200, mm: 20)
  }

  /// A snapshot.
  static func pocket(_ date: String) -> Shot {
    Shot(.pocket, date, (1, 320), f: 63, iso: 160, mm: 28)
  }
}
