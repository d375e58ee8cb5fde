import { useQuery } from '@tanstack/react-query';
import { api, unwrap } from '#api/client';
import { useIsSignedIn } from '#session/use-session';

/** Keys of the queries of current user. */
export const currentUserKeys = {
  all: ['user'],
} as const;

/** The signed-in user; undefined while it loads and for anonymous visitors. */
export function useCurrentUser() {
  const isEnabled = useIsSignedIn();
  const { data } = useQuery({
    queryKey: currentUserKeys.all,
    queryFn: () => unwrap(api.GET('/api/v4/user')),
    enabled: isEnabled,
    staleTime: 300_000,
  });
  return isEnabled ? data : undefined;
}
