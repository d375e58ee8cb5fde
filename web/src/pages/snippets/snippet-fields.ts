import { t } from '@lingui/core/macro';
import { line, text } from '#components/settings/fields';
import { visibilityField } from '#pages/settings/shared/visibility';

/** Fields of a snippet. */
export const snippetFields = {
  title: line(t`Title`, { isRequired: true }),
  file_name: line(t`File name`, { isRequired: true, hint: t`Its extension decides how the content is shown.` }),
  content: text(t`Content`, { isRequired: true, rows: 14, isCode: true }),
  description: text(t`Description`, { rows: 3, isMarkdown: true }),
  visibility: visibilityField,
};
