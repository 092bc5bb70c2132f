"""What was decided, kept: facts go in durably and in order, records come out.

``base`` is the protocol; ``memory`` (with ``laws``) and ``sqlite`` keep it. Of SQLite's rooms, ``lock`` keeps a second
server out, ``health`` looks before anything is trusted, ``schema`` brings a file up to date, ``writer`` alone writes,
``readers`` lend what ``queries`` and ``history`` read with. ``rows`` and ``texts`` are the two ways between facts and
the file. ``verify`` recomputes every hash chain; ``place`` warns of folders and SQLite versions to keep away from.
"""
