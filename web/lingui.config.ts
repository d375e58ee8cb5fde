/** The catalogues of messages: where they are, and in which files the pages have their texts. */
import { formatter } from '@lingui/format-po';
import { translatedLanguages } from './src/language/languages.ts';

// The tool reads a default export.
export default {
  sourceLocale: 'en',
  locales: [...translatedLanguages],
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['<rootDir>/src'], exclude: ['**/*.test.*'] }],
  // Lines of the sources would change with nearly every commit.
  format: formatter({ lineNumbers: false }),
  orderBy: 'message',
  // A module with texts waits for the catalogue, so that its constants may be texts.
  runtimeConfigModule: { i18n: ['#language/i18n', 'i18n'] },
};
