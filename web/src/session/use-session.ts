/** The session in components. */
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api, unwrap } from '#api/client';
import { isSignedIn, subscribe } from './session';

/** Whether the visitor is signed in. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(subscribe, isSignedIn);
}

/** The signed-in user; undefined while it loads and for anonymous visitors. */
export function useCurrentUser() {
  const isEnabled = useIsSignedIn();
  const { data } = useQuery({
    queryKey: ['user'],
    queryFn: () => unwrap(api.GET('/api/v4/user')),
    enabled: isEnabled,
    staleTime: 300_000,
  });
  return isEnabled ? data : undefined;
}
