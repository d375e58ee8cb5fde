/** Drops indexes of earlier releases that no query uses. */
import { dropIndex } from '@forgemesh/data';
import type { ModelDeps } from '#items/model';

/** Drops them; repeated by each start, as an earlier release that starts creates them again. */
export async function dropUnusedIndexes({
  items: { issues },
}: {
  items: Pick<ModelDeps['items'], 'issues'>;
}): Promise<void> {
  await dropIndex(issues.model, 'due_date_1');
}
