"""The screen: the one place in reports/ that prints. It pairs what the rooms yield with the renderers."""
