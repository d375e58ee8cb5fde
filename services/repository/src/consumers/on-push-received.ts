import type { EventConsumer, ForgeEvent } from '@forgemesh/kit';
import type { RepositoryKind } from '../git/storage/repository-path';
import type { Repositories } from '../service';

interface PushedRef {
  project_id: number;
  storage: string;
  repository: RepositoryKind;
}

/** Remembers that a repository changed, so that it is tidied later. Counting an event twice does no harm. */
export const onPushReceived: EventConsumer<Repositories> = {
  name: 'repository-upkeep',
  events: ['repository.push.received', 'repository.wiki_push.received'],
  from: 'new',
  async handle(event, { upkeeps }) {
    const { project_id, storage, repository: kind } = (event as unknown as ForgeEvent<PushedRef>).data.entity;
    await upkeeps.updateOne(
      { _id: `${storage}/${project_id}/${kind}` },
      { $set: { project_id, storage, kind }, $inc: { changes: 1, unpacked_changes: 1 } },
      { upsert: true },
    );
  },
};
