/** Marks what the coach speaks of, for as long as it does, and has it in sight above what is docked below. */

const RING = 'outline: 4px solid var(--lit); outline-offset: 1px; box-shadow: 0 0 0 8px color-mix(in srgb, var(--lit) 35%, transparent); border-radius: 4px;';

/** Within what is docked, whose edges cut off what sticks out. */
const INSET = 'outline: 4px solid var(--lit); outline-offset: -3px; border-radius: 4px;';

const GAP = 14; // px between what is spoken of and what is docked

/** Begin; what it returns ends it. */
export function spotlight(name: string): () => void {
  const style = new CSSStyleSheet();
  const spot = `[data-spot~="${CSS.escape(name)}"]`;
  const docked = document.querySelector<HTMLElement>('.dock')?.offsetHeight ?? 0;
  style.replaceSync(`${spot} { ${RING} scroll-margin: 0.6rem 0 ${docked + GAP}px; } .dock :is(${spot}) { ${INSET} box-shadow: none; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
  const found = document.querySelector(spot);
  if (!found?.closest('.dock')) found?.scrollIntoView({ block: 'nearest' }); // what is docked is in sight
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== style);
  };
}
