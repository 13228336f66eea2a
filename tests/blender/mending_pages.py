"""Of which page of docs/findings a code of the mending is, inside Blender and outside."""


def page_of(code):
    """A page may have several ways, each with a file of its own."""
    return code.partition("-")[0]


def each_nth(codes, every):
    """Those of each Nth page."""
    return {code for code in codes if page_of(code) in sorted({page_of(code) for code in codes})[::every]}
