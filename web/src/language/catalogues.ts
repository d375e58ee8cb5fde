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

/** Loads the messages of a language. Texts that they lack are shown in English. */
export async function loadCatalogue(language: Language): Promise<Messages> {
  return language === 'en' ? {} : (await catalogues[language]()).messages;
}
