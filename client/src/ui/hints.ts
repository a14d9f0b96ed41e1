/** The element that says, for everything dimmed, that pressing it asks why. */
export const WHY_HINT = 'why-hint';
