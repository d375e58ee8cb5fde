/** The languages of the pages. */

/** Languages with a catalogue, as tags of BCP 47; the texts in the sources are English. */
export const translatedLanguages = ['de', 'es', 'fr', 'ja', 'zh'] as const;

export const languages = ['en', ...translatedLanguages] as const;

export type Language = (typeof languages)[number];

/** The names of the languages in themselves. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  zh: '简体中文',
};

/** Returns the first language of a list, such as that of the browser, that the pages have. */
export function firstKnown(tags: readonly string[]): Language {
  for (const tag of tags) {
    const [primary] = tag.toLowerCase().split(/[-_]/);
    const known = languages.find((language) => language === primary);
    if (known !== undefined) return known;
  }
  return 'en';
}
