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

/** Stores a choice, `auto` for that of the browser, and shows the page in it. */
export function chooseLanguage(choice: string): void {
  if (choice === 'auto') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  if (shownLanguage() !== language) window.location.reload();
}

function shownLanguage(): Language {
  return chosenLanguage() ?? firstKnown(navigator.languages);
}

/** The language of the open page. */
export const language = shownLanguage();
