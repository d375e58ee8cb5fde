import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
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

/** Returns how often a query polls: not at all while changes of the topic are reported. */
export function usePolling(topic: string | undefined, everyMs: number): number | false {
  const isReported = useSyncExternalStore(onLiveChange, () => topic !== undefined && isLive(topic));
  return isReported ? false : everyMs;
}
