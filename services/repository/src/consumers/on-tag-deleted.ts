import type { EventConsumer } from '@forgemesh/kit';
import { zeroId } from '../git/objects/object-id';
import type { Repositories } from '../service';

interface PushedRef {
  project_id: number;
  ref: string;
  after: string;
  created_at: string;
}

const TAGS = 'refs/tags/';

/** Removes the release of a tag that a push deleted, as the operation that deletes a tag does. */
export const onTagDeleted: EventConsumer<Repositories> = {
  name: 'repository-releases',
  events: ['repository.push.received'],
  from: 'new',
  async handle({ data }, { releases }) {
    const { project_id, ref, after, created_at } = data.entity as unknown as PushedRef;
    if (!ref.startsWith(TAGS) || after !== zeroId) return;
    // A release of a tag that was made anew since then stays.
    const before = { $lte: new Date(created_at) };
    await releases.model.deleteMany({ project_id, tag_name: ref.slice(TAGS.length), created_at: before });
  },
};
