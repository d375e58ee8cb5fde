/**
 * The texts of the pages in the language of this browser. Modules with texts import this one, and
 * so they wait for its catalogue: their constants may be texts.
 */
import { i18n, type Messages } from '@lingui/core';
import { loadCatalogue } from './catalogues';
import { language } from './chosen-language';

// The build compiles the texts; what it leaves as it is has no placeholders.
i18n.setMessagesCompiler((text) => [text]);

/** Loads the catalogue; without it, the pages are in English. */
async function messages(): Promise<Messages> {
  try {
    return await loadCatalogue(language);
  } catch (error) {
    console.error('The catalogue of messages could not be loaded', error);
    return {};
  }
}

i18n.loadAndActivate({ locale: language, messages: await messages() });
document.documentElement.lang = language;

export { i18n };
