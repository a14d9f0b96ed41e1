/** Spanish: names, the last one after "y" or, before an i, "e". */
export const list = (names: readonly string[]): string => new Intl.ListFormat('es').format(names);
