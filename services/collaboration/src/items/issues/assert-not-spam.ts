/** Refuses issues that the spam check calls spam. */
import type { Call } from '@forgemesh/rpc';
import { ForgeError } from '@forgemesh/errors';
import type { IssueChangesDeps } from './deps';

/** The fields of an issue that the check depends on. */
interface CheckedIssue {
  title: string;
  description: string | null;
  confidential: boolean;
}

/**
 * Throws `Spam detected` if an issue that everybody can read is spam. Members of the project and
 * administrators are not checked.
 */
export async function assertNotSpam(call: Call<IssueChangesDeps>, issue: CheckedIssue): Promise<void> {
  const { context, deps, principal } = call;
  const { level, visibility } = call.resource('id');
  if (!deps.instance.settings.current().akismet_enabled || visibility !== 'public' || issue.confidential || level > 0)
    return;
  const { spam } = await deps.clients.spam.checkSpam({
    author_id: principal.id,
    ip_address: context.address,
    user_agent: context.user_agent,
    text: [issue.title, issue.description ?? ''].join('\n'),
  });
  if (spam) throw new ForgeError('bad_request', { error: 'Spam detected' });
}
