"""A site to work on: people, games in every phase and with every ending, ratings, reports, made by `manage.py
make_sample_site` and `make dev`.

Everything goes through the services that pages and API call, on a clock of the sample's own, so that what is made is
what people could have made. The order: `people`, then `past` games on their days, then `present` ones up to now, then
what lies `around` them. `play` has the clock and the moves.
"""
