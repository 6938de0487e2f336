#ifndef CPANGOTHREAD_H
#define CPANGOTHREAD_H

/* Makes the thread again on which pango matches fonts, in a process that was forked from the one that
   pango made it in: since 1.51 there is one for as long as its fonts are kept, a forked process has the
   fonts without the thread, and would wait for it for ever. Does nothing where there is none or nothing
   was forked. Returns 0, or -1 where there is no thread to be had. Not to be called from two threads at
   once. Every program that links this has its own g_thread_new, which is GLib's and takes note of that
   thread. */
int cpt_resume(void);

#endif
