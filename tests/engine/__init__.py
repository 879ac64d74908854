"""The engine by itself. More than fifteen files: one for each module or promise, with the games in folders of their
own.
"""
