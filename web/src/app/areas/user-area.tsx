/** The page of a user, or of the group of this name. */
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { Navigate } from 'react-router';
import { Main } from '#components/page/main';
import { Failure, Loading, NotFound } from '#components/states';
import { groupKeys, getGroup } from '#data/groups';
import { userKeys, findUsers } from '#data/users';

const UserPage = lazy(async () => ({ default: (await import('#pages/user/user-page')).UserPage }));

/** Finds out what a name of one segment names, and shows it. */
export function UserArea({ username }: { username: string }) {
  const users = useQuery({
    queryKey: userKeys.named({ username }),
    queryFn: () => findUsers({ username }),
  });
  const user = users.data?.[0];
  const group = useQuery({
    queryKey: groupKeys.one(username),
    queryFn: () => getGroup(username),
    enabled: users.data !== undefined && !user,
    retry: false,
  });
  if (user) return <UserPage user={user} />;
  if (group.data) return <Navigate replace to={`/groups/${group.data.full_path}`} />;
  return (
    <Main>
      {users.error ? (
        <Failure error={users.error} retry={() => void users.refetch()} />
      ) : group.error ? (
        <NotFound />
      ) : (
        <Loading />
      )}
    </Main>
  );
}
