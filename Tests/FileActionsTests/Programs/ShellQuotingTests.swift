import Base
import FileActions
import Glibc
import TestSupport
import Testing

/// Names of files in every construct of a template, run by the real shells.
@Suite(.integration)
struct ShellQuotingTests {
  /// Each would make a file `ran` if a shell evaluated it.
  private static let hostile =
    [
      "$(touch ran)", "`touch ran`", "a;touch ran;", "a\ntouch ran\n", "'; touch ran; '",
      "\"; touch ran; \"", "\"$(touch ran)\"", "'$(touch ran)'", "-e touch ran", "|touch ran",
      "&touch ran",
      "a[$(touch ran)]", "${x:=$(touch ran)}", "EOF\ntouch ran\nEOF", "# $(touch ran)",
      "two  words.jpg",
      "tab\t.jpg", "it's.jpg", "\\$(touch ran)", "\\", "*", "~", "%f %F %d %n %%", "é", " ",
      "$1 $@ $photocell_f",
    ].map { ByteString($0) } + [ByteString([0xFF, 0x27, 0x22, 0x60, 0x0A, 0x01])]

  private static let shells = ["dash", "bash"]

  /// The output of a shell that runs a script.
  private func output(
    of script: ByteString, by shell: String, in home: borrowing TemporaryFolder
  ) throws -> [UInt8] {
    let file = open(home.write([], as: "output"), O_RDWR | O_CLOEXEC)
    defer { close(file) }
    let streams = ProgramStreams(input: file, output: file, errors: file)
    let process = try Program(shell, [home.write(script.bytes, as: "script")]).start(on: streams)
    _ = ProgramChange.next(of: process)
    return home.bytes(of: "output")
  }

  /// Templates that print one name, and what they print around it.
  private static let accepted: [(template: String, before: String, after: String)] = [
    ("printf '%%s\\0' %n", "", ""), ("printf '%%s\\0' \"%n\"", "", ""),
    ("printf '%%s\\0' '%n'", "", ""),
    ("printf '%%s\\0' a%n'b'", "a", "b"), ("printf '%%s\\0' \"a %n b\"", "a ", " b"),
    ("printf '%%s\\0' 'a \"%n\" b'", "a \"", "\" b"), ("printf '%%s\\0' \"it's %n\"", "it's ", ""),
    ("printf '%%s\\0' \"$(printf %%s %n; echo x)\"", "", "x"),
    ("printf '%%s\\0' \"$(printf %%s \"%n\"; echo 'x')\"", "", "x"),
    ("printf '%%s\\0' \"$(case %n in (*) printf %%s \"%n\";; esac; echo x)\"", "", "x"),
    ("x=%n; printf '%%s\\0' \"$x\"", "", ""), ("x=\"%n\" y='%n'; printf '%%s\\0' \"$y\"", "", ""),
    ("set -- x; IFS=/; printf '%%s\\0' %n", "", ""), ("f() { printf '%%s\\0' %n; }; f a b", "", ""),
    ("printf '%%s\\0' %n # it's %n `%f", "", ""), ("printf '%%s\\0' %n # \\", "", ""),
    ("sh -c 'printf \"%%s\\0\" \"$1\"' sh %n", "", ""),
    ("x=%n sh -c 'printf \"%%s\\0\" \"$x\"'", "", ""),
    ("export x=\"%n\"; sh -c 'printf \"%%s\\0\" \"$x\"'", "", ""),
    ("for x in %n; do printf '%%s\\0' \"$x\"; done", "", ""),
    ("if true; then { printf '%%s\\0' \"%n\"; } ; fi", "", ""),
    ("(printf '%%s\\0' %n) 2>&1", "", ""),
    ("case '%n' in *) printf '%%s\\0' %n;; esac", "", ""), ("printf '%%s\\0' $((1+2))%n", "3", ""),
    ("printf '%%s\\0' `echo x`%n", "x", ""), ("printf '%%s\\0' \"${PATH:+x}%n\"", "x", ""),
    ("cat <<EOF >/dev/null; printf '%%s\\0' %n\nit's\nEOF", "", ""),
    ("printf '%%s\\0' \\\\%n", "\\", ""),
    ("printf '%%s\\0' \"\\\"%n\\\"\"", "\"", "\""), ("env x=1 printf '%%s\\0' %n", "", ""),
    ("exec printf '%%s\\0' %n", "", ""),
  ]

  @Test(arguments: shells) func `a file name is one unchanged argument in any quotes`(
    shell: String
  ) throws {
    let home = TemporaryFolder()
    for (template, before, after) in Self.accepted {
      let template = ShellTemplate("cd \(home.name("")) && { \(template)\n}")
      #expect(template.refusal == nil, "\(template)")
      for name in Self.hostile {
        let path = ByteString(Array("/x/".utf8) + name.bytes)
        let written = try output(of: template.script(for: [path]), by: shell, in: home)
        #expect(
          written == Array(before.utf8) + name.bytes + Array(after.utf8) + [0],
          "\(template) \(name.lossyText): \(String(decoding: written, as: UTF8.self))")
      }
    }
    #expect(access(home.name("ran"), F_OK) != 0)
  }

  @Test(arguments: shells) func `all paths are one argument each in any quotes`(
    shell: String
  ) throws {
    let home = TemporaryFolder()
    let paths = Self.hostile.map { ByteString(Array("/x y/".utf8) + $0.bytes) }
    for text in ["%F", "\"%F\"", "'%F'", "\"%F\" # %F `%n` $(("] {
      let script = ShellTemplate("cd \(home.name("")); printf '%%s\\0' \(text)").script(for: paths)
      #expect(
        try output(of: script, by: shell, in: home) == paths.flatMap { $0.bytes + [0] }, "\(text)")
    }
    #expect(access(home.name("ran"), F_OK) != 0)
  }

  @Test(arguments: [
    "echo `echo %n`", "echo \"`echo \\\"%n\\\"`\"", "echo $((%n))", "echo $[%n]",
    "echo \"$((1 + %n))\"",
    "((%n))", "for ((i=%n; i<1; i++)); do :; done", "a[%n]=1", "echo ${x:-%n}", "echo \"${x:-%n}\"",
    "cat <<EOF\n%n\nEOF", "cat <<'EOF'\n%n\nEOF", "cat <<%n\nx\n", "cat <<-\"EOF\"\n\t%f\nEOF",
    "echo \\%f", "echo \"\\%f\"", "echo $'%n'", "echo $'it\\'s' %n", "eval echo %f",
    "eval \"echo '%f'\"",
    "\\eval echo %n", "'eval' echo %n", "command eval echo %n", "x=%n; eval echo $x",
    "sh -c \"echo %f\"",
    "sh -c 'echo \"%f\"'", "sh -c %f", "bash -ec \"echo %n\"", "/bin/sh -c \"echo %f\"",
    "$SHELL -c \"ls %f\"",
    "sudo sh -c \"echo %f\"", "env -i sh -c \"echo %f\"", "find . -exec sh -c \"echo %n\" \\;",
    "printf '%%s\\n' %F | xargs -I{} sh -c 'echo {}'", "echo %n | xargs sh -c",
    "for x in %F; do sh -c \"ls $x\"; done",
    "su -c \"ls %f\" me", "su --command=\"ls %f\"", "echo %n | sh", "echo %n |& sh",
    "echo %n |\nsh", "echo %n | (sh)",
    "echo \"touch %n\" | bash -s", "sh <<< %n", "bash <(echo %n)", ". <(echo %n)", "ssh host ls %f",
    "ssh host \"ls '%f'\"", "watch ls %f", "trap \"echo %n\" EXIT", "alias x=\"echo %n\"",
    "xterm -e \"vim %f\"",
    "python3 -c \"print('%n')\"", "perl -pe 's/%n//'", "perl -e \"print '%n'\"",
    "awk '{ print \"%n\" }'",
    "sed \"s/x/%n/e\" y", "let x=%n", "unset %n", "read %n", "printf -v %n x", "[[ %n -eq 1 ]]",
    "[ -v %n ]",
    "test -v \"%n\"", "tmux new-window \"vim %f\"", "make X=%n", "git -c alias.x=\"!ls %f\" x",
    "echo \"$(eval echo %n)\"", "echo \"$(case x in x) sh -c \"echo %n\";; esac)\"",
    "if eval echo %n; then :; fi",
    "true && eval echo %n", "x=1 eval echo %n", "script -c \"ls %f\"", "flock x -c \"ls %f\"",
    "declare -i x=%n", "sh 2>&1 -c \"echo %n\"", "sh &>x -c \"echo %n\"", "sh >x -c \"echo %n\"",
    "echo %n | sh 2>/dev/null", "echo %n | sh >|x", "echo %n | sudo sh",
  ])
  func `a template that would evaluate a file name is refused`(text: String) {
    let refusal = ShellTemplate(text).refusal
    #expect(refusal != nil)
    #expect(refusal.map { "\($0)".hasPrefix("Not run: ") } ?? true)
  }

  @Test(arguments: [
    "gimp \"%f\"", "gimp '%f' &", "sh ./resize.sh \"%f\"", "bash resize.sh %F", "python3 x.py '%f'",
    "tar -czf \"%n.tar.gz\" %F", "convert \"%f\" -resize 50%% \"/tmp/%n.png\"",
    "exiftool -Comment=\"a %n\" %f",
    "grep -e %n list", "cd %d && exec bash", "echo %n | less", "ls -l '%d' | sort",
    "xterm -e vim %f",
    "find %d -name \"%n\" -exec ls {} \\;", "echo eval %f", "mpv --title=\"Photo %n\" %f",
    "feh -F %F",
    "test -e %f && echo x", "[ \"%n\" = x ]", "read -r x < %f", "echo `date`", "echo $((1 + 2)) %f",
    "perl -ne 'print' %f", "awk '{ print $1 }' %f", "sed 's/x/y/' %f", "vim -p %F",
    "docker run -v \"%d:/x\" y",
  ])
  func `common templates are not refused`(text: String) {
    #expect(ShellTemplate(text).refusal == nil)
  }

  @Test(arguments: ["eval $(x)", "sh -c \"echo $HOME\"", "echo \\%% `date`", "cat <<EOF\nx\nEOF"])
  func `a template without photos is not refused`(text: String) {
    #expect(ShellTemplate(text).refusal == nil)
  }
}
