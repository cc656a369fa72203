/* Kills a program right before the call with the number KILL_AT that changes a folder or waits for the disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static void step(void) {
    static long calls = 0;
    static long at = -1;
    if (at < 0) {
        const char *given = getenv("KILL_AT");
        at = given ? atol(given) : 0;
    }
    calls++;
    if (calls == at) kill(getpid(), SIGKILL);
}

#define AFTER(result, name, parameters, arguments) \
    result name parameters { \
        static result (*real) parameters; \
        if (!real) real = (result(*) parameters)dlsym(RTLD_NEXT, #name); \
        step(); \
        return real arguments; \
    }

AFTER(int, rename, (const char *from, const char *to), (from, to))
AFTER(int, link, (const char *from, const char *to), (from, to))
AFTER(int, linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags))
AFTER(int, unlink, (const char *path), (path))
AFTER(int, unlinkat, (int at, const char *path, int flags), (at, path, flags))
AFTER(int, fsync, (int file), (file))
AFTER(int, fdatasync, (int file), (file))
AFTER(int, ftruncate64, (int file, off_t size), (file, size))
