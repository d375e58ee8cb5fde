/** The emoji that there are, and their names. */
import { emojiList } from 'emoji-toolkit';

/**
 * Names by all names that an emoji has. An emoji's own name wins over another one's further name.
 */
const names = new Map(
  [
    ...Object.entries(emojiList).flatMap(([own, { shortnames }]) => shortnames.map((other) => [other, own] as const)),
    ...Object.keys(emojiList).map((own) => [own, own] as const),
  ].map(([name, own]) => [bare(name), bare(own)]),
);

/** The one name of an emoji, without colons, by any of its names; null for what is none. */
export function emojiName(text: string): string | null {
  return names.get(bare(text.trim())) ?? null;
}

function bare(name: string): string {
  return name.replace(/^:(.*):$/, '$1');
}
