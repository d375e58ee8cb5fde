const plain = /^[\w./:@%+-]+$/;

/** Quotes a text for commands that a visitor copies: names of branches may have any sign. */
export function shellWord(text: string): string {
  return plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
