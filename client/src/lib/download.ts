/** Save a blob that the page has made as a file. */
export function download(made: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(made);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
