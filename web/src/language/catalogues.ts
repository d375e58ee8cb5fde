/**
 * The catalogues, each a file of its own. Imports no library, so that their loading starts first.
 */
import type { Messages } from '@lingui/core';
import type { Language } from './languages';

type Catalogue = { messages: Messages };

const catalogues: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  de: () => import('../locales/de.po'),
  es: () => import('../locales/es.po'),
  fr: () => import('../locales/fr.po'),
  ja: () => import('../locales/ja.po'),
  zh: () => import('../locales/zh.po'),
};

let messages: Messages = {};

/**
 * Loads the catalogue of a language. Without it, the pages are in English, as are texts that it
 * lacks.
 */
export async function loadCatalogue(language: Language): Promise<void> {
  if (language === 'en') return;
  try {
    ({ messages } = await catalogues[language]());
  } catch (error) {
    console.error('The catalogue of messages could not be loaded', error);
  }
}

/** Returns the messages of the catalogue that was loaded. */
export function loadedMessages(): Messages {
  return messages;
}
