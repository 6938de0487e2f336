#ifndef CCOMMIT_H
#define CCOMMIT_H

/* What the program was built from: the commit, with a plus behind it where the tree held changes.
   `make` writes that beside commit.c for release builds; all others say "development". */
const char *ccommit_text(void);

#endif
