"""What matters, given the seeds? One algorithm, one file."""
