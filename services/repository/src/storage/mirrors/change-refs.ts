/** Changes the refs of a mirror, each by compare-and-swap and with an event. */
import type { RefIntent } from '#refs/ref-log';
import type { MirrorsDeps } from './deps';

const BATCH = 200;

/**
 * Changes refs and returns those that failed: changed concurrently, or in conflict with another
 * name.
 */
export async function changeRefs({ refs }: Pick<MirrorsDeps, 'refs'>, intent: RefIntent): Promise<string[]> {
  const failed: string[] = [];
  // Other writers get their turns in between.
  for (let at = 0; at < intent.changes.length; at += BATCH) {
    const changes = intent.changes.slice(at, at + BATCH);
    const { entries, refused } = await refs.move({ ...intent, changes }, false);
    await refs.finish(entries);
    failed.push(...refused.keys());
  }
  return failed;
}
