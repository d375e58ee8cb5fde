/** Refuses snippets that the spam check calls spam. */
import { ForgeError } from '@forgemesh/errors';
import type { Call } from '@forgemesh/rpc';
import type { Visibility } from '#access';
import type { CheckedText } from './spam-check';
import type { SpamDeps } from './deps';

/** A text with the id of its author. */
export type AuthoredText = Omit<CheckedText, 'author'> & { author_id: number };

/** Whether the spam check of the instance calls a text spam. */
export async function isSpam(deps: SpamDeps, { author_id, ...text }: AuthoredText): Promise<boolean> {
  if (!deps.spamCheck.isEnabled) return false;
  const author = await deps.directory.fetchProfile(author_id);
  return deps.spamCheck.isSpam({
    ...text,
    author: { name: author?.name ?? '', email: author?.email ?? '' },
  });
}

/** The texts of a snippet. */
export interface SnippetTexts {
  title: string;
  file_name: string;
  description: string | null;
  content: string;
}

/**
 * Throws `Spam detected` if a snippet that everybody can read is spam. Members of its project and
 * administrators are not checked; `load` is called for all others.
 */
export async function assertNotSpam(
  call: Call<SpamDeps>,
  visibility: Visibility,
  load: () => SnippetTexts | Promise<SnippetTexts>,
): Promise<void> {
  const { context, deps, principal } = call;
  const isMember = (call.optionalResource('id')?.level ?? 0) > 0;
  if (!deps.spamCheck.isEnabled || visibility !== 'public' || isMember || principal.admin) return;
  const { title, file_name, description, content } = await load();
  const isRefused = await isSpam(deps, {
    author_id: principal.id,
    ip_address: context.address,
    user_agent: context.user_agent,
    text: [title, file_name, description ?? '', content].join('\n'),
  });
  if (isRefused) throw new ForgeError('bad_request', { error: 'Spam detected' });
}
