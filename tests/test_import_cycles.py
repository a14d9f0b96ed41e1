"""No file of Hustings imports itself by way of others."""

from graphlib import TopologicalSorter

from grimp import build_graph


def test_imports_between_files_have_no_cycles() -> None:
    """Imports inside functions count, imports for types alone do not. A CycleError lists the files of the circle."""
    graph = build_graph("hustings", cache_dir=None, exclude_type_checking_imports=True)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > 150
    TopologicalSorter(imports).prepare()
