"""No file of Hustings imports itself by way of others."""

from graphlib import TopologicalSorter

from grimp import build_graph


def test_imports_between_files_have_no_cycles() -> None:
    """Imports inside functions count; those for types alone do not. A CycleError lists the files of the circle."""
    graph = build_graph("hustings", exclude_type_checking_imports=True, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > 150
    TopologicalSorter(imports).prepare()


def test_the_arena_has_no_cycles_of_types_either() -> None:
    graph = build_graph("hustings", cache_dir=None)
    arena = {module for module in graph.modules if module.startswith("hustings.arena")}
    imports = {module: graph.find_modules_directly_imported_by(module) & arena for module in arena}
    assert len(imports) > 20
    TopologicalSorter(imports).prepare()
