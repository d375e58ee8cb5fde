/** Takes the place of `i18n.ts` in suites that run without a browser. */
import { i18n } from '@lingui/core';

i18n.loadAndActivate({ locale: 'en', messages: {} });

export { i18n };
