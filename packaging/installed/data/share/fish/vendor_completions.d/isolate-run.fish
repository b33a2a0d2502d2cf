# Completions of isolate-run for fish, from the command that is installed.
isolate-run --completions fish | source
