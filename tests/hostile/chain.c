/* Four processes that are always other ones: each forks its successor, in a session of its own, and exits at once.
   Their parent answers everything with ok. After half a minute they end by themselves, and leave a file that says so. */
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **words) {
    char line[4096];
    time_t started = time(NULL);
    if (fork() == 0) {
        for (int number = 0; number < 3 && fork() != 0; number++) {
        }
        while (time(NULL) - started < 30) {
            setsid();
            if (fork() != 0) {
                _exit(0);
            }
        }
        fclose(fopen(words[count - 1], "w"));
        _exit(0);
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        puts("{\"id\":0,\"ok\":{}}");
        fflush(stdout);
    }
    return 0;
}
