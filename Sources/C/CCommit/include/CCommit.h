#ifndef CCOMMIT_H
#define CCOMMIT_H

/* The commit that was built, with a trailing plus if the work tree had changes. `make` writes it to
   commit.h for release builds; "development" in all others. */
const char *ccommit_text(void);

#endif
