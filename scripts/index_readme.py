"""The README as the package index shows it: an index knows no files of the repository, so relative links lead nowhere.

With the addresses that pyproject.toml gives (`[tool.hatch.metadata.hooks.custom]`) they become whole; without, links
become plain words and pictures are left out, which is better than broken ones. Used by hatch_build.py.
"""

from __future__ import annotations

import re

PICTURE = re.compile(r'!\[(?P<alt>[^]]*)\]\((?P<path>[^)\s]+)\)|<img src="(?P<source>[^"]+)"(?P<rest>[^>]*)>')
LINK = re.compile(r"(?<!!)\[(?P<words>[^]]*)\]\((?P<path>[^)\s]+)\)")
TABLE = re.compile(r"<table>.*?</table>\n*", re.DOTALL)


def _is_whole(path: str) -> bool:
    return path.startswith(("#", "https:", "http:", "mailto:"))


def for_index(text: str, page: str, picture: str, version: str) -> str:
    """The README with whole addresses, or without what needs them.

    Args:
        text: The README, with relative links and pictures.
        page: The address of a file of the repository, with {version} and {path} to fill in; "" if there is none.
        picture: The same for a picture's bytes.
        version: The version that is built.
    """

    def shown(found: re.Match[str]) -> str:
        path = found["path"] or found["source"]
        if not picture and not _is_whole(path):
            return ""
        address = path if _is_whole(path) else picture.format(version=version, path=path)
        return f"![{found['alt']}]({address})" if found["path"] else f'<img src="{address}"{found["rest"]}>'

    def linked(found: re.Match[str]) -> str:
        path = found["path"]
        if _is_whole(path):
            return found[0]
        return f"[{found['words']}]({page.format(version=version, path=path)})" if page else found["words"]

    if not picture:
        text = TABLE.sub("", text)  # tables hold pictures and nothing else
    return re.sub(r"\n{3,}", "\n\n", LINK.sub(linked, PICTURE.sub(shown, text)))
