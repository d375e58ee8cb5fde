/** The known emoji and their names. */
import { emojiList } from 'emoji-toolkit';

/**
 * Canonical names by all names of an emoji. A canonical name takes precedence over an alias of
 * another emoji.
 */
const names = new Map(
  [
    ...Object.entries(emojiList).flatMap(([own, { shortnames }]) => shortnames.map((other) => [other, own] as const)),
    ...Object.keys(emojiList).map((own) => [own, own] as const),
  ].map(([name, own]) => [withoutColons(name), withoutColons(own)]),
);

/**
 * Returns the canonical name of an emoji, without colons, for any of its names; null for an unknown
 * name.
 */
export function emojiName(text: string): string | null {
  return names.get(withoutColons(text.trim())) ?? null;
}

function withoutColons(name: string): string {
  return name.replace(/^:(.*):$/, '$1');
}
