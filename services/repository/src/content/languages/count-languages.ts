import type { FileSize } from '@forgemesh/git-engine';
import { isVendored } from './vendored-paths';
import { candidatesOf, chooseLanguage, isCounted } from './language-of-file';

/** A language and its share of a repository. */
export interface LanguageShare {
  name: string;
  /** Percent with two decimals. */
  share: number;
}

/** The languages of files, largest first. */
export function countLanguages(files: readonly FileSize[]): LanguageShare[] {
  const bytes = new Map<string, number>();
  const ambiguous = new Map<string, { languages: readonly string[]; size: number }>();
  const add = (language: string, size: number): void => void bytes.set(language, (bytes.get(language) ?? 0) + size);
  for (const { path, size } of files) {
    if (size === 0 || isVendored(path)) continue;
    const { extension, languages } = candidatesOf(path);
    if (languages.length === 1) add(languages[0] as string, size);
    else if (languages.length > 1) {
      const existing = ambiguous.get(extension)?.size ?? 0;
      ambiguous.set(extension, { languages, size: existing + size });
    }
  }
  // Only unambiguous files decide, so that the order of the files does not matter.
  const totals = new Map(bytes);
  for (const [extension, { languages, size }] of ambiguous) {
    const language = chooseLanguage(extension, languages, totals);
    if (language !== undefined) add(language, size);
  }
  return percentages([...bytes].filter(([language]) => isCounted(language)));
}

function percentages(counted: [string, number][]): LanguageShare[] {
  const total = counted.reduce((sum, [, size]) => sum + size, 0);
  return counted
    .toSorted(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .map(([name, size]) => ({ name, share: Math.round((size * 10_000) / total) / 100 }));
}
