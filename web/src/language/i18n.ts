/**
 * The texts of the pages in the language of this browser. The script that starts the pages loads
 * its catalogue before any module with texts, so that their constants may be texts.
 */
import { i18n } from '@lingui/core';
import { loadedMessages } from './catalogues';
import { language } from './chosen-language';

// The build compiles the texts; what it leaves as it is has no placeholders.
i18n.setMessagesCompiler((text) => [text]);
i18n.loadAndActivate({ locale: language, messages: loadedMessages() });
document.documentElement.lang = language;

export { i18n };
