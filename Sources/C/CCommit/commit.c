#include "CCommit.h"

/* Debug builds ignore commit.h, so that a commit does not rebuild them. */
#if !defined(DEBUG) && __has_include("commit.h")
#include "commit.h"
#else
#define PHOTOCELL_COMMIT "development"
#endif

const char *ccommit_text(void) { return PHOTOCELL_COMMIT; }
