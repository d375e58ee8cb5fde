import { t } from '@lingui/core/macro';
import { getGroup } from '#data/groups';
import { findUsers } from '#data/users';
import { ApiError } from '#lib/api-error';
import type { Subject } from './protection-levels';

/**
 * Returns the users and groups of a list of usernames and group paths that commas separate. Throws
 * ApiError, with a text at the given field.
 */
export function findSubjects(names: string, field: string): Promise<Subject[]> {
  const trimmed = names.split(',').map((name) => name.trim().replace(/^@/, ''));
  return Promise.all(trimmed.filter((name) => name !== '').map((name) => findSubject(name, field)));
}

async function findSubject(name: string, field: string): Promise<Subject> {
  if (!name.includes('/')) {
    const [user] = await findUsers({ username: name });
    if (user) return { user_id: user.id };
  }
  try {
    const group = await getGroup(name);
    return { group_id: group.id };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const text = t`No user or group is named ${name}.`;
    throw new ApiError(404, text, { [field]: [text] });
  }
}
