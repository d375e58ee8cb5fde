import { t } from '@lingui/core/macro';

/** What is said of a line before its text, to those who do not see its colour. */
export const lineTypeTexts: Readonly<Record<string, string>> = {
  added: t({ context: 'line of a diff', message: 'added' }),
  removed: t({ context: 'line of a diff', message: 'removed' }),
};
