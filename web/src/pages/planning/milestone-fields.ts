import { day, line, text } from '#components/settings/fields';

/** Fields of a milestone. */
export const milestoneFields = {
  title: line('Title', { isRequired: true }),
  description: text('Description', { rows: 6, isMarkdown: true }),
  start_date: day('Start date'),
  due_date: day('Due date'),
};
