/** Building blocks of the contents of mails. */
import type { MailProject } from '@forgemesh/proto/collaboration/v1/mail_content';
import type { MailReason } from '../notification';

/** Reasons for a mail, completing the sentence `You receive this mail`. */
export const reasonTexts: Record<MailReason, string> = {
  assigned: 'because you are assigned',
  mentioned: 'because you were mentioned',
  subscribed: 'because you subscribed to it',
  participating: 'because you participate in it',
  watching: 'because of your notification settings',
  requested: 'because you requested it',
};

/** The project that a mail is about. */
export function projectOf({ id, name, path_with_namespace }: MailProject): MailProject {
  return { id, name, path_with_namespace };
}
