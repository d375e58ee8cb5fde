/** Splits a list of names that commas separate into the last one and the text before it. */
export function splitNames(names: string): { before: string; last: string } {
  const at = names.lastIndexOf(',') + 1;
  const last = names.slice(at);
  const spaces = last.length - last.trimStart().length;
  return { before: names.slice(0, at + spaces), last: last.trimStart() };
}
