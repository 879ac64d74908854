"""The pages of rules as data: their paragraphs, which refusals and phases each explains, and the search in them.

A game's page, `templates/rules/<key>.html`, is the one place where all of that is written. What has an id on it is a
paragraph; `data-refusals` and `data-phases` list the codes and phases that it explains; the block `questions` has
questions, each with a link to the paragraph that answers it. Doors call `paragraphs` and `search`.
"""
