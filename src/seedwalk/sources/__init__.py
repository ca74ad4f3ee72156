"""Which files are there, and what is in them? `discover` lists them, `content` reads one, `git` asks git."""
