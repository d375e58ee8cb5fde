import { EventEntityServiceDefinition } from '@forgemesh/proto/projects/v1/event_entity';
import { internalOperation, type Call } from '@forgemesh/rpc';
import type { ProjectDocument } from '#projects/model';
import type { InternalProjectsDeps } from './deps';

/** Lists projects in the form in which their events carry them. */
export const listProjectEntities = internalOperation(
  EventEntityServiceDefinition.listProjectEntities,
  async ({ ids }, { deps }: Call<Pick<InternalProjectsDeps, 'projectPresenter' | 'projects'>>) => {
    const found = await deps.projects.model.find({ _id: { $in: ids } }).lean<ProjectDocument[]>();
    const entities = await Promise.all(found.map((project) => deps.projectPresenter.presentProjectEvent(project)));
    return { entities: entities.map((entity) => JSON.stringify(entity)) };
  },
);
