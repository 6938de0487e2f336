#ifndef CPANGOTHREAD_H
#define CPANGOTHREAD_H

/* Recreates pango's fontconfig thread in a forked process. Since pango 1.51 a font map has one such
   thread; fork(2) does not copy it, and pango would wait for it forever. Does nothing without such
   a thread or without a fork. Returns 0, or -1 if no thread can be created. Not thread-safe.

   Linking this replaces g_thread_new, to record that thread. */
int cpt_resume(void);

#endif
