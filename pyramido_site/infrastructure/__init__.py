"""Pipes: what the site needs whatever is played on it. Nothing here knows of people or games.

Any app may import these modules; they import only one another, and nothing else of ours. The folder is flat although it
has more than fifteen files: each is one tool, hardly one uses another, and a folder for two or three of them would be
one more name to know. By use:

The database:
- `database_faults`: whether a failure is the database's
- `prepared_statements`: statements that are asked again and again
- `loop_database`: statements of the server's own loop, and the switch for them
- `loop_postgresql`: what stands behind it
- `in_thread`: database work of sockets and streams, in shared threads
- `session_store`: sessions in the database
- `storable`: which texts every database can store
- `append_only`: tables that the database itself lets nobody change
- `public_ids`: ids by which rows are known outside

From process to process:
- `channel_layer`: the channel layer on Redis
- `publisher`: sending to channel groups after a commit
- `breaker`: leaving a failed part alone for a while
- `process_owners`: which process a claim belongs to
- `outbound`: HTTP to addresses that players have given

Requests and answers:
- `client_address`: where a request comes from
- `strict_json`: reading JSON
- `malformed`: the refusal of a request with a wrong form
- `documented`: what an operation says about itself
- `deprecation`: how operations of the API go
- `paging`: lists in pages
- `streaming`: long answers
- `json_patch`: the difference of two documents
- `socket_language`: the language of a socket

Time, and what operators see:
- `site_clock`: the time, and whether it can be trusted
- `utc`: Unix milliseconds as dates
- `counting`: the registry of counts, and sums over processes
- `connection_metrics`: counts of connections and of lost parts
- `log_context`: what a log line says of its origin
- `admin_pages`: pages of the administration that only show
- `admin_lookups`: what those may filter by
"""
