"""Pictures of positions: boards as SVG, drawn from the shapes of the board in the browser, and PNG made of them.

It draws what it is given, a view of the engine and words, and knows neither viewers nor rights:
`games.presenters.pictures` takes views from the room `replay`. Which shapes a game has follows from its colours. Made
pictures are kept as files.
"""
