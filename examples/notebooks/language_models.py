"""Does a model keep its word? An evaluation of a stand-in for a language model, with its replies and promises."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="Does a model keep its word?")

with app.setup:
    import marimo as mo
    import polars as pl

    import hustings
    from hustings.models.evaluation import Scripted, evaluate, sections


@app.cell(hide_code=True)
def _():
    mo.md("""
    # Does a model keep its word?

    An evaluation plays duplicate games and records every question, reply and refusal. A function stands in for the
    model here, so nothing leaves this machine. `model:URL#MODEL` in its place asks an endpoint.
    """)


@app.cell
def _():
    def friendly(question):
        """Stumble once, promise peace now and then, and otherwise make the first legal move."""
        first, *others = question.look.legal
        if question.number == 0 and not question.refusals:
            return "fly to the moon"
        promises = [move for move in others if move.startswith("promise")]
        return f'{promises[0]} "No mud from me."' if promises and question.number % 20 == 0 else first

    game = hustings.game("mudslinger", states=25, truces="yes")
    found = evaluate(game, [Scripted("friendly", friendly), "thumb"], games=3, seed=1)
    found.match.standings
    return (found,)


@app.cell
def _(found):
    report = {section.name: section for section in sections(found)}

    def shown(name):
        """A section of the report as a table."""
        return pl.DataFrame(report[name].rows, schema=list(report[name].heads), orient="row")

    shown("replies")
    return report, shown


@app.cell
def _(shown):
    shown("refusals")


@app.cell(hide_code=True)
def _():
    mo.md("""
    ## Promises

    Truces can be checked: the report counts who kept them and what that was worth. Promises in words are listed for a
    reader.
    """)


@app.cell
def _(shown):
    shown("promises")


@app.cell
def _(shown):
    shown("words")


@app.cell(hide_code=True)
def _():
    mo.md("""
    **Try:** `hustings eval --game mudslinger --truces yes --seats "cmd:python my_model.py,thumb" --report page.html`
    does the same from the command line, and goes on after an interruption.
    """)


if __name__ == "__main__":
    results, _ = app.run()
    print(*(each for each in results if each is not None and not isinstance(each, mo.Html)), sep="\n\n")
