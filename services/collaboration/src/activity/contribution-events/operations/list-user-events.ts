import { type Call, operation } from '@forgemesh/rpc';
import { pageRows } from '@forgemesh/data';
import { NotFoundError } from '@forgemesh/errors';
import { ContributionEventServiceDefinition } from '@forgemesh/proto/collaboration/v1/contribution_event';
import type { UserProfile } from '@forgemesh/proto/identity/v1/directory';
import { listContributions } from '../list-contributions';
import { visibleOfUser } from '../visible-contributions';
import type { ContributionEventsDeps } from '../deps';

const allDigits = /^\d+$/;

/** Lists the events of a user. */
export const listUserEvents = operation(
  ContributionEventServiceDefinition.listUserEvents,
  async (request, call: Call<ContributionEventsDeps>) => {
    const { id, private_profile: isPrivate } = await findUser(call, request.id);
    if (isPrivate && call.user?.id !== id && !call.user?.admin) return { events: pageRows(call, [], request) };
    return listContributions(call, { scope: { author_id: id }, visible: await visibleOfUser(call, id), request });
  },
);

/** A user by id or user name. Throws NotFoundError if there is no such user. */
async function findUser({ deps }: Call<ContributionEventsDeps>, idOrName: string): Promise<UserProfile> {
  const isId = allDigits.test(idOrName);
  if (isId && !Number.isSafeInteger(Number(idOrName))) throw new NotFoundError('User');
  const { users } = await deps.clients.users.listUserProfiles(
    isId ? { ids: [Number(idOrName)] } : { usernames: [idOrName] },
  );
  if (!users[0]) throw new NotFoundError('User');
  return users[0];
}
