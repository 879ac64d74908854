"""The engine by itself. More than fifteen files: one for each module or guarantee, with the games in folders of their
own.
"""
