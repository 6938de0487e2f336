#ifndef CLINUX_H
#define CLINUX_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/vfs.h>

#pragma clang assume_nonnull begin

/* What Linux has and Swift cannot say. Every function may be called from any thread. Those about
   descriptors answer -1 with `errno` where they fail, and make descriptors that programs started
   later do not get. */

/* Sends one message and up to 8 descriptors over a socket (unix(7), SCM_RIGHTS). Never raises
   SIGPIPE. Returns 0. */
int cl_send(int socket, const void *bytes, size_t length, const int *descriptors, int count);

/* Waits for one message. `count` says how many descriptors are taken, at most 8, and is set to how
   many came; where more came, or the message is longer than `capacity`, nothing is taken and the
   answer is -1 with EMSGSIZE. Returns the length of the message; 0 at the end. */
ssize_t cl_receive(int socket, void *bytes, size_t capacity, int *descriptors, int *count);

/* A descriptor that can be read once cl_signal has been called with it (eventfd(2)). */
int cl_signal_descriptor(void);
void cl_signal(int descriptor);

/* Has a number stand for another open file, and no program that is started have it (dup3(2)). Returns
   -1 and changes nothing where that cannot be. */
int cl_replace(int number, int other);

/* An empty file in memory (memfd_create(2)). */
int cl_memory_file(void);

/* An immutable file in memory (memfd_create(2), F_ADD_SEALS). */
int cl_sealed_file(const void *bytes, size_t length);

/* A descriptor that can be read when a process has ended (pidfd_open(2)). */
int cl_open_process(pid_t process);

/* Has a program that is started take a terminal, by the number that it has for it, for its process group
   (posix_spawn_file_actions_addtcsetpgrp_np(3)). Returns 0, or what would be in `errno`. */
int cl_add_front(posix_spawn_file_actions_t *actions, int terminal);

/* Gives an entry of a folder another name, there or in another folder, and never replaces what has that
   name (renameat2(2), RENAME_NOREPLACE). Returns 0. */
int cl_rename_new(int folder, const char *name, int other, const char *new_name);

/* Exchanges the names of two entries of a folder (renameat2(2), RENAME_EXCHANGE). Returns 0; -1 with EINVAL or ENOSYS
   where the file system or the kernel cannot. */
int cl_exchange(int folder, const char *name, const char *other_name);

/* Takes a read lease (fcntl(2), F_SETLEASE): another process that opens the file for writing blocks until it is closed
   here. The file must be open for reading only. Returns 0; 1 where another process has it open for writing, and -1
   where it cannot have leases, or is another user's. */
int cl_lease(int file);

/* Whether a lease holds, and no process is blocked by it. */
int cl_lease_holds(int file);

/* The number of the mount that an open file was reached through, which no other mount of this system has or will have
   (statx(2), STATX_MNT_ID_UNIQUE); 0 where the kernel does not tell. */
uint64_t cl_mount_id(int number);

/* Has the signals that ask the program to end wait for the matching `cl_release_end`, from any thread: what is half done
   is finished or taken back first. Calls nest. */
void cl_hold_end(void);

/* Ends a `cl_hold_end`; the last of them ends the program where it was asked to end meanwhile. */
void cl_release_end(void);

/* Asks in the handler of a signal whether the program is to end later: SIGHUP, SIGTERM or SIGINT has come for the first
   time, and something holds the end. After 20 seconds SIGALRM comes. Async-signal-safe. */
int cl_postpone_end(int number);

/* Whether the program is to end as soon as nothing holds that. */
int cl_is_end_postponed(void);

/* A file in a folder that has no name yet, and goes where it gets none (open(2), O_TMPFILE). */
int cl_unnamed_file(int folder, mode_t mode);

/* Has a file share all content of another (ioctl_ficlone(2)). Returns 0. */
int cl_clone(int from, int to);

/* Copies bytes from where one file stands to where another does (copy_file_range(2)). Returns how many;
   0 at the end. */
ssize_t cl_copy_range(int from, int to, size_t length);

/* Copies what users and programs have noted of a file (xattr(7), `user.`), as far as it can be. */
void cl_copy_attributes(int from, int to);

/* The width of a character in cells of a terminal; -1 where it has none. The C library has it, but the
   module of the toolchain does not show it (XSI extension). */
extern int wcwidth(wchar_t character);

#pragma clang assume_nonnull end

#endif
