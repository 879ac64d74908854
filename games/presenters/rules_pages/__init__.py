"""The pages of rules as data: their paragraphs, which refusals and phases each explains, and the search in them.

A game's page, `templates/rules/<key>.html`, is the one place where all of that is written: whatever has an id on it is a
paragraph; `data-refusals` and `data-phases` list the codes and phases that it explains; its block `questions` has the
questions that it answers. Doors call `paragraphs` and `search`.
"""
