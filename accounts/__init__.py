"""Accounts: users, what they are told, sanctions, and what programs may do for them.

The rooms, from below: `users`, `sanctions`, `notifications`, `access`, `connections`, `identity`; each imports only
those before it. The doors `pages`, `api`, `realtime`, `admin`, `tasks`, `apps`, `backend` and `management` stand on top
and do not import one another. Below all of them is `pyramido_site.infrastructure`. Code outside imports models from
`accounts.models`.
"""
