/* ncurses with wide characters, and wrappers for what Swift does not import (macros with casts),
   rejects (global variables) or calls too slowly: cells are filled many thousand times per
   frame. */
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#define NCURSES_OPAQUE 1
#define NCURSES_NOMACROS 1
#define NCURSES_ENABLE_STDBOOL_H 1
#include <curses.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

/* Declared here, since term.h defines several hundred short macros. */
extern int setupterm(const char *, int, int *);
extern int tigetnum(const char *);
extern char *tigetstr(const char *);

static inline WINDOW *pc_stdscr(void) { return stdscr; }
/* The copy that ncurses has of the screen. */
static inline WINDOW *pc_curscr(void) { return curscr; }
static inline int pc_color_count(void) { return COLORS; }
static inline int pc_pair_count(void) { return COLOR_PAIRS; }

extern char **environ;
static inline char **pc_environment(void) { return environ; }

/* A stream of a descriptor; ncurses only calls fileno on it. */
static inline FILE *pc_stream(int descriptor) {
  if (descriptor == 0) return stdin;
  if (descriptor == 1) return stdout;
  return fdopen(descriptor, "r+");
}

static inline SCREEN *pc_newterm(const char *type, int output, int input) {
  FILE *out = pc_stream(output);
  FILE *in = input == output ? out : pc_stream(input);
  return out && in ? newterm(type, out, in) : NULL;
}

/* tigetstr returns (char *)-1 for a capability that is not a string. */
static inline const char *pc_capability(const char *name) {
  const char *text = tigetstr(name);
  return text == (char *)-1 ? NULL : text;
}

static inline int pc_columns(uint32_t character) { return wcwidth((wchar_t)character); }

static const attr_t PC_BOLD = A_BOLD;
static const attr_t PC_DIM = A_DIM;
static const attr_t PC_UNDERLINE = A_UNDERLINE;
static const attr_t PC_REVERSE = A_REVERSE;

/* Fills a cell. `text` is a character and up to four combining ones, terminated by 0. */
static inline int pc_fill(cchar_t *cell, const uint32_t text[6], attr_t style, int pair) {
  return setcchar(cell, (const wchar_t *)text, style, 0, &pair);
}
