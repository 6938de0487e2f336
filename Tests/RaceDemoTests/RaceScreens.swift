/// What the demo shows of the story of seed 1, at 80x24 and below.
enum RaceScreens {
  /// Before the first key.
  static let opening = """
     seed 1  1 reused  2 asked twice  3 away and back               0 ms  speed 1/4
          left: shows whatever comes            right: checks whose answer it is
    ╭─ cell 1 ────────╮ ╭─ cell 2 ────────╮  ╭─ cell 1 ────────╮ ╭─ cell 2 ────────╮
    │                 │ │                 │  │                 │ │                 │
    │                 │ │                 │  │                 │ │                 │
    │        ·        │ │        ·        │  │        ·        │ │        ·        │
    │   ╭─ the race of a reused cell ──────────────────────────────────────────╮   │
    │   │ Four cells, 24 photos. You scroll: a cell is given another photo     │   │
    ╰───│ while the old one is still on its way.                               │───╯
        │                                                                      │
    ╭─ c│ What should it do when the old one comes?                            │───╮
    │   │                                                                      │   │
    │   │ left: shows it                                                       │   │
    │   │ right: drops it                                                      │   │
    │   │                                                                      │   │
    │   │ Press any key                                                        │   │
    ╰───╰──────────────────────────────────────────────────────────────────────╯───╯
         wants 03            wants 04             wants 03            wants 04
    late: 0 shown, 0 dropped  wrong now: 0   late: 0 shown, 0 dropped  wrong now: 0
    cell 1 01
    cell 2 02
    cell 3 03
    cell 4 04
     Press any key  ? help  q back
    """

  /// At the first late response.
  static let stop = """
     seed 1  1 reused  2 asked twice  3 away and back    397 ms  speed 1/4  stopped
          left: shows whatever comes            right: checks whose answer it is
    ╭─ cell 1 ────────╮ ╭─ cell 2 ────────╮  ╭─ cell 1 ────────╮ ╭─ cell 2 ────────╮
    │                 │ │                 │  │                 │ │                 │
    │     █▀█ █▀▀     │ │     █▀█ █▀▀     │  │     █▀█ █▀▀     │ │     █▀█ █▀▀     │
    │     █ █ ▀▀█     │ │     █ █ █▀█     │  │     █ █ ▀▀█     │ │     █ █ █▀█     │
    │     ▀▀▀ ▀▀▀     │ │     ▀▀▀ ▀▀▀     │  │     ▀▀▀ ▀▀▀     │ │     ▀▀▀ ▀▀▀     │
    │                 │ │                 │  │                 │ │                 │
    ╰─────────────────╯ ╰─────────────────╯  ╰─────────────────╯ ╰─────────────────╯
         shows 05            shows 06             shows 05            shows 06
    ┏━ cell 3 ━━━━━━━━┓ ╭─ what happened ──╮ ╭─ cell 3 ────────╮ ╭─ cell 4 ────────╮
    ┃                 ┃ │182 ms given to 07│ │                 │ │                 │
    ┃     █▀█ ▀▀█     ┃ │(was 03)          │ │                 │ │                 │
    ┃     █ █  ▀█     ┃ │397 ms 03 comes,  │ │        ·        │ │        ·        │
    ┃     ▀▀▀ ▀▀▀     ┃ │215 ms too late   │ │                 │ │                 │
    ┃                 ┃ │left shows it,    │ │                 │ │                 │
    ┗━━━━━━━━━━━━━━━━━┛ │right drops it    │ ╰─────────────────╯ ╰─────────────────╯
    wants 07, shows 03  ╰──────────────────╯      wants 07            wants 08
    late: 1 shown, 0 dropped  wrong now: 1   late: 0 shown, 1 dropped  wrong now: 0
    cell 1 01━━━━━━━05━●05┄┄┄┄┄
    cell 2 02━━━━━━━06━━━━━━━━●06
    cell 3 03━━━━━━━07━━━━━━━━━╳03 late
    cell 4 04━━━━━━━08━━━━━━━━━
     Space play  . step  +- speed  kj scroll  s seed  f check  r again  ? help
    """

  /// At the same time with the check off.
  static let stopUnchecked = """
     seed 1  1 reused  2 asked twice  3 away and back    397 ms  speed 1/4  stopped
          left: shows whatever comes             right, check off: shows it too
    ╭─ cell 1 ────────╮ ╭─ cell 2 ────────╮  ╭─ cell 1 ────────╮ ╭─ cell 2 ────────╮
    │                 │ │                 │  │                 │ │                 │
    │     █▀█ █▀▀     │ │     █▀█ █▀▀     │  │     █▀█ █▀▀     │ │     █▀█ █▀▀     │
    │     █ █ ▀▀█     │ │     █ █ █▀█     │  │     █ █ ▀▀█     │ │     █ █ █▀█     │
    │     ▀▀▀ ▀▀▀     │ │     ▀▀▀ ▀▀▀     │  │     ▀▀▀ ▀▀▀     │ │     ▀▀▀ ▀▀▀     │
    │                 │ │                 │  │                 │ │                 │
    ╰─────────────────╯ ╰─────────────────╯  ╰─────────────────╯ ╰─────────────────╯
         shows 05            shows 06             shows 05            shows 06
    ┏━ cell 3 ━━━━━━━━┓ ╭─ what happened ──╮ ┏━ cell 3 ━━━━━━━━┓ ╭─ cell 4 ────────╮
    ┃                 ┃ │182 ms given to 07│ ┃                 ┃ │                 │
    ┃     █▀█ ▀▀█     ┃ │(was 03)          │ ┃     █▀█ ▀▀█     ┃ │                 │
    ┃     █ █  ▀█     ┃ │397 ms 03 comes,  │ ┃     █ █  ▀█     ┃ │        ·        │
    ┃     ▀▀▀ ▀▀▀     ┃ │215 ms too late   │ ┃     ▀▀▀ ▀▀▀     ┃ │                 │
    ┃                 ┃ │left shows it,    │ ┃                 ┃ │                 │
    ┗━━━━━━━━━━━━━━━━━┛ │right shows it    │ ┗━━━━━━━━━━━━━━━━━┛ ╰─────────────────╯
    wants 07, shows 03  ╰──────────────────╯ wants 07, shows 03       wants 08
    late: 1 shown, 0 dropped  wrong now: 1   late: 1 shown, 0 dropped  wrong now: 1
    cell 1 01━━━━━━━05━●05┄┄┄┄┄
    cell 2 02━━━━━━━06━━━━━━━━●06
    cell 3 03━━━━━━━07━━━━━━━━━╳03 late
    cell 4 04━━━━━━━08━━━━━━━━━
     Space play  . step  +- speed  kj scroll  s seed  f check  r again  ? help
    """

  /// One frame of a scroll by one row.
  static let slide = """
     seed 1  1 reused  2 asked twice  3 away and back      0 ms  speed 1/4  running
          left: shows whatever comes            right: checks whose answer it is
    │                 │ │                 │  │                 │ │                 │
    │                 │ │                 │  │                 │ │                 │
    │        ·        │ │        ·        │  │        ·        │ │        ·        │
    │                 │ │                 │  │                 │ │                 │
    │                 │ │                 │  │                 │ │                 │
    ╰─────────────────╯ ╰─────────────────╯  ╰─────────────────╯ ╰─────────────────╯
         wants 01            wants 02             wants 01            wants 02
    ╭─ cell 3 ────────╮ ╭─ cell 4 ────────╮  ╭─ cell 3 ────────╮ ╭─ cell 4 ────────╮
    │                 │ │                 │  │                 │ │                 │
    │                 │ │                 │  │                 │ │                 │
    │        ·        │ │        ·        │  │        ·        │ │        ·        │
    │                 │ │                 │  │                 │ │                 │
    │                 │ │                 │  │                 │ │                 │
    ╰─────────────────╯ ╰─────────────────╯  ╰─────────────────╯ ╰─────────────────╯
         wants 03            wants 04             wants 03            wants 04
    ╭─ cell 1 ────────╮ ╭─ cell 2 ────────╮  ╭─ cell 1 ────────╮ ╭─ cell 2 ────────╮
    late: 0 shown, 0 dropped  wrong now: 0   late: 0 shown, 0 dropped  wrong now: 0
    cell 1 05
    cell 2 06
    cell 3 03
    cell 4 04
     Space pause  . step  +- speed  kj scroll  s seed  f check  r again  ? help
    """

  /// At the end.
  static let ending = """
     1 reused  2 asked twice  3 away and back        4544 ms  speed 1/4  at its end
          left: shows whatever comes            right: checks whose answer it is
    ┏━ cell 3 ━━━━━━━━┓ ┏━ cell 4 ━━━━━━━━┓  ╭─ cell 3 ────────╮ ╭─ cell 4 ────────╮
    ┃                 ┃ ┃                 ┃  │                 │ │                 │
    ┃     ▄█  █▀▀     ┃ ┃     ▄█  █▀▀     ┃  │     ▄█  █▀█     │ │     ▀▀█ █▀█     │
    ┃      █  ▀▀█     ┃ ┃      █  █▀█     ┃  │      █  ▀▀█     │ │     █▀▀ █ █     │
    ┃     ▀▀▀ ▀▀▀     ┃ ┃     ▀▀▀ ▀▀▀     ┃  │     ▀▀▀ ▀▀▀     │ │     ▀▀▀ ▀▀▀     │
    ┃                 ┃ ┃                 ┃  │                 │ │                 │
    ┗━━━━━━━━━━━━━━━━━┛ ┗━━━━━━━━━━━━━━━━━┛  ╰─────────────────╯ ╰─────────────────╯
    want╭─ the end of the story ───────────────────────────────────────────────╮
    ╭─ c│ 28 of 48 answers came late.                                          │───╮
    │   │ stale responses: reused 10, asked twice 2, away and back 16          │   │
    │   │ left: 28 shown, 2 cells stay wrong                                   │   │
    │   │ right: 0 shown, 0 cells stay wrong                                   │   │
    │   │                                                                      │   │
    │   │ The check is three lines:                                            │   │
    ╰───│ generation += 1                            // at every bind          │───╯
        │ let asked = generation                     // kept by every load     │
    late│ guard asked == generation else { return }  // at every answer        │w: 0
    cell│                                                                      │hown
    cell│ f: the right side without the check                                  │
    cell│ Space: the cells behind this card                                    │
    cell╰──────────────────────────────────────────────────────────────────────╯
     Space the cells  . step  +- speed  kj scroll  s seed  f check  r again  ? help
    """

  /// At the end, behind the card.
  static let rest = """
     1 reused  2 asked twice  3 away and back        4544 ms  speed 1/4  at its end
          left: shows whatever comes            right: checks whose answer it is
    ┏━ cell 3 ━━━━━━━━┓ ┏━ cell 4 ━━━━━━━━┓  ╭─ cell 3 ────────╮ ╭─ cell 4 ────────╮
    ┃                 ┃ ┃                 ┃  │                 │ │                 │
    ┃     ▄█  █▀▀     ┃ ┃     ▄█  █▀▀     ┃  │     ▄█  █▀█     │ │     ▀▀█ █▀█     │
    ┃      █  ▀▀█     ┃ ┃      █  █▀█     ┃  │      █  ▀▀█     │ │     █▀▀ █ █     │
    ┃     ▀▀▀ ▀▀▀     ┃ ┃     ▀▀▀ ▀▀▀     ┃  │     ▀▀▀ ▀▀▀     │ │     ▀▀▀ ▀▀▀     │
    ┃                 ┃ ┃                 ┃  │                 │ │                 │
    ┗━━━━━━━━━━━━━━━━━┛ ┗━━━━━━━━━━━━━━━━━┛  ╰─────────────────╯ ╰─────────────────╯
    wants 19, shows 15  wants 20, shows 16        shows 19            shows 20
    ╭─ cell 1 ────────╮ ╭─ cell 2 ────────╮  ╭─ cell 1 ────────╮ ╭─ cell 2 ────────╮
    │                 │ │                 │  │                 │ │                 │
    │     ▀▀█ ▄█      │ │     ▀▀█ ▀▀█     │  │     ▀▀█ ▄█      │ │     ▀▀█ ▀▀█     │
    │     █▀▀  █      │ │     █▀▀ █▀▀     │  │     █▀▀  █      │ │     █▀▀ █▀▀     │
    │     ▀▀▀ ▀▀▀     │ │     ▀▀▀ ▀▀▀     │  │     ▀▀▀ ▀▀▀     │ │     ▀▀▀ ▀▀▀     │
    │                 │ │                 │  │                 │ │                 │
    ╰─────────────────╯ ╰─────────────────╯  ╰─────────────────╯ ╰─────────────────╯
         shows 21            shows 22             shows 21            shows 22
    late: 28 shown, 0 dropped  wrong now: 2  late: 0 shown, 28 dropped  wrong now: 0
    cell 1 ━━21━━━━━━━━━━━━━━━━━━━17━━━━━━━21━━━╳━━╳21━━━━━━━━━━━━━━━━╳17━━●21 shown
    cell 2 ━━22━━━━━━━━━━━━━━━━━━━18━━━━━●┄╳18━━━━━━━━━━●22 shown
    cell 3 ━━19━━━━━━━╳15━━━━━━━━━15━━━━━━━19━━━━━━━╳19━━━●19┄┄┄╳15 late
    cell 4 ━━20━━━━━╳16━━━━━━━━━━━16━━╳20━━20━━━━━━━●20┄╳16 late
     Space result  . step  +- speed  kj scroll  s seed  f check  r again  ? help
    """

  /// Before the first key, at 40x12.
  static let smallOpening = """
    ╭─ the race of a reused cell ──────────╮
    │ Four cells, 24 photos. You scroll: a │
    │ cell is given another photo while    │
    │ the old one is still on its way.     │
    │ What should it do when the old one   │
    │ comes?                               │
    │ left: shows it                       │
    │ right: drops it                      │
    │ Press any key                        │
    ╰──────────────────────────────────────╯

     Press any key  ? help  q back
    """

  /// At the first late response, at 40x12.
  static let smallStop = """
     1 reused               397 ms  stopped
           left: shows whatever comes
    cell 1              cell 2
            05          ╭─ what happened ──╮
                        │182 ms given to 07│
         shows 05       │(was 03)          │
    cell 3              │397 ms 03 comes,  │
            03          │215 ms too late   │
                        │left shows it,    │
    wants 07, shows 03  │right drops it    │
                        ╰──────────────────╯
     Space play  Tab right side  . step
    """

  /// The other side at that time, at 40x12.
  static let smallStopRight = """
     1 reused               397 ms  stopped
        right: checks whose answer it is
    cell 1              cell 2
            05          ╭─ what happened ──╮
                        │182 ms given to 07│
         shows 05       │(was 03)          │
    cell 3              │397 ms 03 comes,  │
             ·          │215 ms too late   │
                        │left shows it,    │
         wants 07       │right drops it    │
                        ╰──────────────────╯
     Space play  Tab left side  . step
    """

  /// At the end, at 40x12.
  static let smallEnding = """
    ╭─ the end of the story ───────────────╮
    │ 28 of 48 answers came late.          │
    │ left: 28 shown, 2 cells stay wrong   │
    │ right: 0 shown, 0 cells stay wrong   │
    │ The check is three lines:            │
    │ generation += 1                      │
    │ let asked = generation               │
    │ guard asked == generation else {     │
    │ return }                             │
    │ f: the right side without the check  │
    ╰──────────────────────────────────────╯
     Space the cells  Tab left side  . step
    """
}
