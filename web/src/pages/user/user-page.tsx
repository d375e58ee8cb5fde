/** The page of a user. */
import type { User } from '../../api/types';
import { Main } from '../../layout/main';
import { useTitle } from '../../lib/use-title';

/** Shows a user. */
export function UserPage({ user }: { user: User }) {
  useTitle(user.name);
  return (
    <Main>
      <h1>{user.name}</h1>
    </Main>
  );
}
