import type { EventConsumer } from '@forgemesh/events';
import { TAGS, zeroId } from '@forgemesh/git-engine';
import type { RepositoryConsumersDeps } from './deps';

/** Deletes the release of a tag that a push deleted, like the operation that deletes a tag. */
export const onTagDeleted: EventConsumer<'repository.push.received', RepositoryConsumersDeps> = {
  name: 'repository-releases',
  events: ['repository.push.received'],
  from: 'new',
  async handleAll(events, { releases }) {
    const pushed = events.map(({ data }) => data.entity);
    const deleted = pushed.filter(({ ref, after }) => ref.startsWith(TAGS) && after === zeroId);
    // The tags of one push are handled together.
    for (const { push_id, project_id, created_at } of new Map(deleted.map((one) => [one.push_id, one])).values()) {
      const names = deleted.filter((one) => one.push_id === push_id).map(({ ref }) => ref.slice(TAGS.length));
      // A release of a tag that was recreated later is kept.
      const before = { $lte: new Date(created_at) };
      await releases.model.deleteMany({ project_id, tag_name: { $in: names }, created_at: before });
    }
  },
};
