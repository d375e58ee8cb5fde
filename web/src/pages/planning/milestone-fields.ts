import { t } from '@lingui/core/macro';
import { day, line, text } from '#components/settings/fields';

/** Fields of a milestone. */
export const milestoneFields = {
  title: line(t`Title`, { isRequired: true }),
  description: text(t`Description`, { rows: 6, isMarkdown: true }),
  start_date: day(t`Start date`),
  due_date: day(t`Due date`),
};
