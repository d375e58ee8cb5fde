import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { useIsSignedIn } from '#session/use-session';
import { isLive, onLiveChange, watchTopic } from './live';

/**
 * Loads the queries whose keys begin with one of `keys` again after each change of a topic, such as
 * `projects/1/issues/2`.
 */
export function useLive(topic: string, ...keys: readonly (readonly unknown[])[]): void {
  const client = useQueryClient();
  const text = JSON.stringify(keys);
  useEffect(
    () =>
      watchTopic(topic, () => {
        for (const queryKey of JSON.parse(text) as unknown[][]) void client.invalidateQueries({ queryKey });
      }),
    [client, topic, text],
  );
}

/** Visitors, to whom no changes are reported, are many and need not see them at once. */
const MIN_VISITOR_POLLING_MS = 120_000;

/** Returns how often a query polls: not at all while changes of the topic are reported. */
export function usePolling(topic: string | undefined, everyMs: number): number | false {
  const isReported = useSyncExternalStore(onLiveChange, () => topic !== undefined && isLive(topic));
  const isSignedIn = useIsSignedIn();
  if (isReported) return false;
  return isSignedIn ? everyMs : Math.max(everyMs, MIN_VISITOR_POLLING_MS);
}
