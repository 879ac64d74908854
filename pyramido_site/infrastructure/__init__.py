"""Pipes: tools that the site needs whatever is played on it. All that they know of users and games is the public ids
in log lines.

The folder is flat although it has more than fifteen files: each is one tool, few of them use another, and subfolders
for two or three of them would only add names. By use:

The database:
- `database_faults`: whether a failure is the database's
- `prepared_statements`: frequent statements
- `loop_database`: statements of the server's own loop, and the switch for them
- `loop_postgresql`: their implementation
- `in_thread`: database work of sockets and streams, in shared threads
- `session_store`: sessions in the database
- `storable`: which texts every database can store
- `append_only`: tables in which the database refuses changes
- `public_ids`: public ids of rows

Between processes:
- `channel_layer`: the channel layer on Redis
- `publisher`: sending to channel groups after a commit
- `breaker`: a circuit breaker
- `process_owners`: which process a claim belongs to
- `outbound`: HTTP to addresses chosen by players
- `webhook_signature`: headers by which a receiver knows that the site has sent a body

Requests and answers:
- `client_address`: where a request comes from
- `converters`: public ids in addresses
- `strict_json`: reading JSON
- `json_bodies`: types that many bodies share
- `malformed`: the refusal of a malformed request
- `documented`: the documentation of API operations
- `deprecation`: deprecation of API operations
- `uncached`: views whose answers no cache may store
- `paging`: cursor pagination
- `redirects`: redirects to an address that a request names
- `previews`: what pages say of themselves to search engines and in previews of links
- `static_file_versions`: static files under names that hold a hash of their content
- `streaming`: long answers
- `json_patch`: the difference of two documents
- `socket_language`: the language of a socket

Time, and what operators see:
- `site_clock`: the time, and whether it can be trusted
- `utc`: Unix milliseconds as dates
- `counting`: the registry of metrics, and sums over processes
- `connection_metrics`: metrics of connections and of lost servers
- `log_context`: the origin of log lines
- `admin_pages`: read-only pages of the administration
- `admin_lookups`: their filters and searches
"""
