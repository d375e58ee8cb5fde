import { type Call, internalOperation } from '@forgemesh/rpc';
import { GroupRowsServiceDefinition } from '@forgemesh/proto/collaboration/v1/group_rows';
import type { ProjectRowsDeps } from '#import-export/project-rows';

/**
 * Removes the data that an import stored in groups. Reactions and notes are removed first, because
 * they are found by their targets.
 */
export const discardGroupRows = internalOperation(
  GroupRowsServiceDefinition.discardGroupRows,
  async (
    { group_ids: ids },
    { deps }: Call<Pick<ProjectRowsDeps, 'awardEmoji' | 'boards' | 'items' | 'notes' | 'planning'>>,
  ) => {
    const inGroups = { group_id: { $in: ids } };
    const {
      awardEmoji,
      notes,
      items: { epics },
      boards,
      planning: { milestones, labels },
    } = deps;
    const noteIds = await notes.model.distinct('_id', { noteable_type: 'Epic', ...inGroups });
    const epicIds = await epics.model.distinct('_id', inGroups);
    await awardEmoji.model.deleteMany({ awardable_type: 'Note', awardable_id: { $in: noteIds } });
    await awardEmoji.model.deleteMany({ awardable_type: 'Epic', awardable_id: { $in: epicIds } });
    await notes.deleteMany({ noteable_type: 'Epic', noteable_id: { $in: epicIds } });
    await epics.deleteMany(inGroups);
    await boards.deleteMany(inGroups);
    await milestones.deleteMany(inGroups);
    await labels.model.deleteMany(inGroups);
    return {};
  },
);
