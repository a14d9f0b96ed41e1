/** The id of the hidden text "press to learn why", which describes dimmed buttons to screen readers. */
export const WHY_HINT = 'why-hint';
