/** Outlines the element that the coach speaks of, and scrolls it into sight above the panel (`.dock`). */

const RING = 'outline: 4px solid var(--lit); outline-offset: 1px; box-shadow: 0 0 0 8px color-mix(in srgb, var(--lit) 35%, transparent); border-radius: 4px;';

/** An inner outline for elements inside the panel, whose edges would cut off an outer one. */
const INSET = 'outline: 4px solid var(--lit); outline-offset: -3px; border-radius: 4px;';

const GAP = 14; // px between the element and the panel

/** Outline the elements whose `data-spot` has this name; return a function that removes the outline. */
export function spotlight(name: string): () => void {
  const style = new CSSStyleSheet();
  const spot = `[data-spot~="${CSS.escape(name)}"]`;
  const docked = document.querySelector<HTMLElement>('.dock')?.offsetHeight ?? 0;
  style.replaceSync(`${spot} { ${RING} scroll-margin: 0.6rem 0 ${docked + GAP}px; } .dock :is(${spot}) { ${INSET} box-shadow: none; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  const found = document.querySelector(spot);
  if (!found?.closest('.dock')) found?.scrollIntoView({ block: 'nearest' }); // the panel is always in sight
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== style);
  };
}
