/** The id of the hint that pressing anything dimmed asks why. */
export const WHY_HINT = 'why-hint';
