/* Loads a shared library on first use.

   The includer defines FUNCTIONS(X), the list of functions, and SYMBOL(name), the symbol of one.
   After `load_first` has set `is_loaded`, they are called as `library.name`. */

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static struct {
#define FIELD(name) __typeof__(&SYMBOL(name)) name;
  FUNCTIONS(FIELD)
} library;

/* For pthread_once, which calls `load_first`. */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_loaded;

static bool find_functions(void *handle) {
#define TEXT_OF(symbol) #symbol
#define TEXT(symbol) TEXT_OF(symbol)
#define FIND(name) \
  if (!(library.name = (__typeof__(library.name))dlsym(handle, TEXT(SYMBOL(name))))) return false;
  FUNCTIONS(FIND)
  return true;
}

/* Loads the first library that has all functions and satisfies `is_usable`, which may be NULL.
   `names` ends with NULL. Not thread-safe. A library that is rejected is not unmapped
   (RTLD_NODELETE). */
static void load_first(const char *const *names, bool (*is_usable)(void *handle)) {
  for (; *names && !is_loaded; names++) {
    void *handle = dlopen(*names, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) continue;
    is_loaded = find_functions(handle) && (!is_usable || is_usable(handle));
    if (!is_loaded) dlclose(handle);
  }
}
