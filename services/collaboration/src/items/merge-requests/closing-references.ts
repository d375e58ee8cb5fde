/** Finds the issues that a text closes: `Closes #1, #2 and group/project#3`. */
import { proseOf, type Reference, referencesIn } from '#texts';

/** Maximum distance between a keyword and the reference it closes. */
const MAX_DISTANCE = 60;
const keyword =
  /(?<![\p{L}\p{N}_])(?:[Cc]los(?:e[sd]?|ing)|[Ff]ix(?:e[sd]|ing)?|[Rr]esolv(?:e[sd]?|ing)|[Ii]mplement(?:s|ed|ing)?):? {1,20}(?:issues? {1,20})?$/u;
const separator = /^(?: {0,5}, {0,5}(?:and {1,5})?| {1,5}and {1,5})$/;

/** The references to issues that follow a closing keyword or another such reference. */
export function closingReferencesIn(text: string | null, externalUrl: string): Reference[] {
  const prose = proseOf(text);
  const closing: Reference[] = [];
  let end = -1;
  for (const reference of referencesIn(prose, externalUrl)) {
    const { kind, index } = reference;
    const follows = end >= 0 && index - end < MAX_DISTANCE && separator.test(prose.slice(end, index));
    const isClosing =
      kind === 'issue' && (follows || keyword.test(prose.slice(Math.max(0, index - MAX_DISTANCE), index)));
    if (isClosing) closing.push(reference);
    end = isClosing ? index + reference.text.length : -1;
  }
  return closing;
}
