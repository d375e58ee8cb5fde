import { line, text } from '#components/settings/fields';
import { visibilityField } from '#pages/settings/shared/visibility';

/** Fields of a snippet. */
export const snippetFields = {
  title: line('Title', { isRequired: true }),
  file_name: line('File name', { isRequired: true, hint: 'Its extension decides how the content is shown.' }),
  content: text('Content', { isRequired: true, rows: 14, isCode: true }),
  description: text('Description', { rows: 3, isMarkdown: true }),
  visibility: visibilityField,
};
