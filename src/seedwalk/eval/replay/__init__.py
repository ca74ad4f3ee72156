"""Replay: a repository's own history as a test. Would an answer to each commit's message have named what it changed?"""
