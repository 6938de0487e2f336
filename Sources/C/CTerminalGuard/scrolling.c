#include <curses.h>
#include <term.h>

#include "CTerminalGuard.h"

/* ncurses scrolls with these strings of terminfo wherever that is shorter, also without `idlok`. */
void ctg_disable_scrolling(void) {
  if (!cur_term) return;
  change_scroll_region = NULL;
  scroll_forward = scroll_reverse = NULL;
  parm_index = parm_rindex = NULL;
  insert_line = parm_insert_line = NULL;
  delete_line = parm_delete_line = NULL;
}
