/**
 * The language of this browser: that which the account has chosen, or else that of the browser. It
 * stays the same until the page is loaded again.
 */
import { firstKnown, languages, type Language } from './languages';

const KEY = 'forgemesh.language';

/** Returns the language that was chosen; undefined if that of the browser is used. */
export function chosenLanguage(): Language | undefined {
  return languages.find((language) => language === localStorage.getItem(KEY));
}

/** Stores a choice; undefined: the language of the browser. Pages that are open keep theirs. */
export function storeLanguage(language: Language | undefined): void {
  if (language === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, language);
}

/** The language of the open page. */
export const language: Language = chosenLanguage() ?? firstKnown(navigator.languages);
