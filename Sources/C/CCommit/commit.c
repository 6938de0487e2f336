#include "CCommit.h"

/* A debug build takes no part in this, so that a commit costs it nothing. */
#if !defined(DEBUG) && __has_include("commit.h")
#include "commit.h"
#else
#define PHOTOCELL_COMMIT "development"
#endif

const char *ccommit_text(void) { return PHOTOCELL_COMMIT; }
